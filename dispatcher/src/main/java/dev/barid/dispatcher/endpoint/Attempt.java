package dev.barid.dispatcher.endpoint;

import dev.barid.core.attempt.AttemptResult;
import dev.barid.core.attempt.AttemptResult.Answered;
import dev.barid.core.attempt.AttemptResult.Failed;
import dev.barid.core.attempt.ErrorClass;
import dev.barid.core.net.EndpointUrl;
import dev.barid.core.text.Durations;
import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.util.concurrent.Future;
import java.net.InetAddress;
import java.nio.channels.ClosedChannelException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One HTTP request under way.
 *
 * <pre>
 *   RESOLVING ──► CONNECTING ──► SENDING ──► AWAITING ──► READING ──► done
 *    (no wait for   │    ▲ next address                                ▲
 *     a literal)    └────┘                                             │
 *        any phase: failure, deadline or cancel ───────────────────────┘
 * </pre>
 *
 * <p>Confined to its client's event loop, but for {@link #cancel}. Whatever comes first ends it;
 * what comes later is dropped, and the connection is closed unless the answer was read to its end.
 *
 * <p>A name is refused when any of its addresses is, not only when all are: a name that leads
 * inside as well as outside is a mistake or an attack, and which address comes first is chance.
 */
public final class Attempt {
  private static final Logger LOG = LoggerFactory.getLogger(Attempt.class);

  private static final int FIELD_CHARS = 256;
  private static final int BEYOND_DEADLINE_MS = 1_000;

  private enum Phase {
    RESOLVING("resolving the host"),
    CONNECTING("connecting"),
    SENDING("sending the request"),
    AWAITING("waiting for the answer"),
    READING("reading the answer's body");

    final String text;

    Phase(String text) {
      this.text = text;
    }
  }

  private final EndpointClient client;
  private final OutgoingRequest request;
  private final Consumer<AttemptResult> onDone;
  private final Answer answer = new Answer();
  private final long timeoutNanos;
  private final long deadlineNanos;

  private Phase phase = Phase.RESOLVING;
  private boolean done;
  private @Nullable Connection connection;

  Attempt(EndpointClient client, OutgoingRequest request, Consumer<AttemptResult> onDone) {
    this.client = client;
    this.request = request;
    this.onDone = onDone;
    this.timeoutNanos = request.timeout().toNanos();
    this.deadlineNanos = System.nanoTime() + timeoutNanos;
  }

  long timeoutNanos() {
    return timeoutNanos;
  }

  /** When its time is over, by {@link System#nanoTime}. */
  long deadlineNanos() {
    return deadlineNanos;
  }

  /** Whether it has ended, perhaps before it began. On the event loop. */
  boolean isDone() {
    return done;
  }

  /**
   * Abandons the attempt, from any thread: it ends as {@code closed}, unless it has ended already.
   * What the endpoint has received by then it may have acted upon.
   */
  public void cancel() {
    client.loop().execute(this::abandon);
  }

  void abandon() {
    fail(new Failed(ErrorClass.CLOSED, "abandoned while " + phase.text));
  }

  void start() {
    Optional<InetAddress> literal = request.url().literalAddress();
    if (literal.isPresent()) {
      onAddresses(List.of(literal.get()));
      return;
    }
    Future<List<InetAddress>> addresses = client.resolver().resolve(request.url().host());
    if (addresses.isDone()) {
      onResolved(addresses);
    } else {
      addresses.addListener(resolved -> onResolved(addresses));
    }
  }

  private void onResolved(Future<List<InetAddress>> addresses) {
    if (done) {
      return;
    }
    if (addresses.isSuccess()) {
      onAddresses(addresses.getNow());
    } else {
      fail(Failures.unresolved(request.url().host(), addresses.cause()));
    }
  }

  private void onAddresses(List<InetAddress> addresses) {
    for (InetAddress address : addresses) {
      Optional<String> rule = client.guard().judge(address);
      if (rule.isPresent()) {
        fail(blocked(rule.get()));
        return;
      }
    }
    phase = Phase.CONNECTING;
    attempting(() -> connect(addresses));
  }

  private Failed blocked(String rule) {
    return new Failed(
        ErrorClass.BLOCKED_ADDRESS,
        "host \""
            + request.url().host()
            + "\" refused by rule "
            + rule
            + " (expected: a public address, or one in egress.allow)");
  }

  /** Takes an idle connection to the first of the addresses, or connects to it. */
  private void connect(List<InetAddress> addresses) {
    EndpointUrl url = request.url();
    Destination destination = new Destination(addresses.get(0), url.port(), url.ssl(), url.host());
    Optional<Connection> idle = client.connections().take(destination, System.nanoTime());
    if (idle.isPresent()) {
      send(idle.get());
      return;
    }
    Future<Connection> connecting = client.connect(destination, connectMs(addresses.size()));
    connecting.addListener(
        connected -> {
          if (!connected.isSuccess()) {
            onUnconnected(connected.cause(), addresses);
          } else if (done) {
            // Nothing was sent over it yet: the next attempt can have it.
            client.giveBack(connecting.getNow());
          } else if (connecting.getNow().isClosed()) {
            // By an answer that came before any request, say.
            onUnconnected(new ClosedChannelException(), addresses);
          } else {
            send(connecting.getNow());
          }
        });
  }

  /**
   * While another address is left, half of the time that is left: the first may be a black hole.
   * For the last one a little more than that time, so that it is the deadline which ends it.
   */
  private long connectMs(int addresses) {
    long leftMs = TimeUnit.NANOSECONDS.toMillis(deadlineNanos - System.nanoTime());
    return addresses > 1 ? Math.max(1, leftMs / 2) : Math.max(0, leftMs) + BEYOND_DEADLINE_MS;
  }

  private void onUnconnected(Throwable failure, List<InetAddress> addresses) {
    if (done) {
      return;
    }
    if (addresses.size() > 1) {
      attempting(() -> connect(addresses.subList(1, addresses.size())));
    } else {
      fail(Failures.connecting(failure));
    }
  }

  private void send(Connection open) {
    connection = open;
    phase = Phase.SENDING;
    attempting(() -> open.send(request, answer));
  }

  /** The client throws for a header that it can't write, say: it must fail this attempt alone. */
  private void attempting(Runnable step) {
    try {
      step.run();
    } catch (RuntimeException e) {
      fail(new Failed(ErrorClass.CLOSED, "request not sent: " + e.getMessage()));
    }
  }

  /** Its time is over. */
  void onDeadline() {
    fail(
        new Failed(
            ErrorClass.TIMEOUT,
            "not done within " + Durations.format(request.timeout()) + ", while " + progress()));
  }

  private String progress() {
    return switch (phase) {
      case RESOLVING, SENDING, AWAITING -> phase.text;
      case CONNECTING -> phase.text + (request.url().ssl() ? " or negotiating TLS" : "");
      case READING -> phase.text + " (" + answer.body.received() + " bytes so far)";
    };
  }

  private void fail(Failed failed) {
    finish(failed, false);
  }

  private void finish(AttemptResult result, boolean reusable) {
    if (done) {
      return;
    }
    done = true;
    client.forget(this);
    Connection used = connection;
    if (used != null && reusable && used.isPersistent()) {
      used.leave();
      client.giveBack(used);
    } else if (used != null) {
      used.close();
    }
    try {
      onDone.accept(result);
    } catch (RuntimeException thrown) {
      LOG.error("The end of an attempt was met by an exception", thrown);
    }
  }

  /** What comes back. */
  private final class Answer implements Connection.Exchange {
    private final ResponseBody body = new ResponseBody();
    private @Nullable HttpResponse head;

    /** Whether it came before the request was read: the rest of that may be in the connection. */
    private boolean early;

    @Override
    public void onSent() {
      if (phase == Phase.SENDING) {
        phase = Phase.AWAITING;
      }
    }

    @Override
    public void onHead(HttpResponse begun) {
      early = phase != Phase.AWAITING;
      phase = Phase.READING;
      head = begun;
    }

    @Override
    public void onBody(ByteBuf piece) {
      body.add(piece);
      if (body.isOverLimit()) {
        finish(result(), false);
      }
    }

    @Override
    public void onEnd() {
      finish(result(), !early);
    }

    @Override
    public void onBroken(Throwable failure) {
      if (!done) {
        fail(Failures.exchanging(failure, " while " + progress()));
      }
    }

    private AttemptResult result() {
      HttpResponse known = Objects.requireNonNull(head);
      return new Answered(
          known.status().code(),
          field(known.headers(), HttpHeaderNames.RETRY_AFTER),
          field(known.headers(), HttpHeaderNames.LOCATION),
          body.excerpt());
    }

    private static Optional<String> field(HttpHeaders headers, CharSequence name) {
      return Optional.ofNullable(headers.get(name))
          .map(value -> value.length() > FIELD_CHARS ? value.substring(0, FIELD_CHARS) : value);
    }
  }
}
