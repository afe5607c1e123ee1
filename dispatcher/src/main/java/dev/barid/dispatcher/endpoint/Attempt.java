package dev.barid.dispatcher.endpoint;

import dev.barid.core.attempt.AttemptResult;
import dev.barid.core.attempt.AttemptResult.Answered;
import dev.barid.core.attempt.AttemptResult.Failed;
import dev.barid.core.attempt.ErrorClass;
import dev.barid.core.net.EndpointUrl;
import dev.barid.core.text.Durations;
import io.netty.buffer.ByteBuf;
import io.netty.util.concurrent.Future;
import java.net.InetAddress;
import java.util.List;
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
 * what comes later is dropped, and unless the answer was read to its end its connection is closed,
 * or with HTTP/2 its stream reset. Where it surely wasn't acted upon it is sent again.
 *
 * <p>A name is refused when any of its addresses is, not only when all are: a name that leads
 * inside as well as outside is a mistake or an attack, and which address comes first is chance.
 */
public final class Attempt {
  private static final Logger LOG = LoggerFactory.getLogger(Attempt.class);

  /**
   * How often it is sent again where it wasn't acted upon. More than once: a server's connections
   * that were made together reach their last request together.
   */
  private static final int MOST_SENT_AGAIN = 3;

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

  /** How it ends, for its connection. */
  private enum End {
    /** The request was sent and its answer read to their ends. */
    WHOLE,
    TIMED_OUT,
    CUT_OFF
  }

  private final EndpointClient client;
  private final OutgoingRequest request;
  private final Consumer<AttemptResult> onDone;
  private final Answer answer = new Answer();
  private final long timeoutNanos;
  private final long deadlineNanos;

  private Phase phase = Phase.RESOLVING;
  private boolean done;
  private @Nullable Lease lease;

  /** Where it may go, the one in use first. */
  private List<InetAddress> candidates = List.of();

  /** How often it was refused. */
  private int refusals;

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

  /** Takes a connection to the first of the addresses, or has one made. */
  private void connect(List<InetAddress> addresses) {
    candidates = addresses;
    EndpointUrl url = request.url();
    Destination destination = new Destination(addresses.get(0), url.port(), url.ssl(), url.host());
    Optional<? extends Lease> free = client.connections().take(destination, System.nanoTime());
    if (free.isPresent()) {
      send(free.get());
    } else {
      client.dialer().dial(destination, new Search(addresses));
    }
  }

  /** Waits for a connection to the first of the addresses. */
  private final class Search implements Dialer.Caller {
    private final List<InetAddress> addresses;

    Search(List<InetAddress> addresses) {
      this.addresses = addresses;
    }

    @Override
    public long connectMs() {
      return Attempt.this.connectMs(addresses.size());
    }

    @Override
    public boolean isGone() {
      return done;
    }

    @Override
    public void onLease(Lease found) {
      send(found);
    }

    @Override
    public void onUnconnected(Throwable failure) {
      if (addresses.size() > 1) {
        attempting(() -> connect(addresses.subList(1, addresses.size())));
      } else {
        fail(Failures.connecting(failure));
      }
    }
  }

  /**
   * While another address is left, half of the time that is left: the first may be a black hole.
   * For the last one a little more than that time, so that it is the deadline which ends it.
   */
  private long connectMs(int addresses) {
    long leftMs = TimeUnit.NANOSECONDS.toMillis(deadlineNanos - System.nanoTime());
    return addresses > 1 ? Math.max(1, leftMs / 2) : Math.max(0, leftMs) + BEYOND_DEADLINE_MS;
  }

  private void send(Lease open) {
    lease = open;
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
    finish(
        new Failed(
            ErrorClass.TIMEOUT,
            "not done within " + Durations.format(request.timeout()) + ", while " + progress()),
        End.TIMED_OUT);
  }

  private String progress() {
    return switch (phase) {
      case RESOLVING, SENDING, AWAITING -> phase.text;
      case CONNECTING -> phase.text + (request.url().ssl() ? " or negotiating TLS" : "");
      case READING -> phase.text + " (" + answer.body.received() + " bytes so far)";
    };
  }

  private void fail(Failed failed) {
    finish(failed, End.CUT_OFF);
  }

  private void finish(AttemptResult result, End end) {
    if (done) {
      return;
    }
    done = true;
    client.forget(this);
    Lease used = lease;
    if (used != null && end == End.WHOLE) {
      used.complete();
    } else if (used != null) {
      used.abandon(end == End.TIMED_OUT);
    }
    try {
      onDone.accept(result);
    } catch (RuntimeException thrown) {
      LOG.error("The end of an attempt was met by an exception", thrown);
    }
  }

  /** What comes back. */
  private final class Answer implements Exchange {
    private final ResponseBody body = new ResponseBody();
    private int status;
    private Optional<String> retryAfter = Optional.empty();
    private Optional<String> location = Optional.empty();

    /** Whether it came before the request was read: the rest of that may be in the connection. */
    private boolean early;

    @Override
    public void onSent() {
      if (phase == Phase.SENDING) {
        phase = Phase.AWAITING;
      }
    }

    @Override
    public void onHead(
        int begun, @Nullable CharSequence itsRetryAfter, @Nullable CharSequence itsLocation) {
      early = phase != Phase.AWAITING;
      phase = Phase.READING;
      status = begun;
      retryAfter = field(itsRetryAfter);
      location = field(itsLocation);
    }

    @Override
    public void onBody(ByteBuf piece) {
      body.add(piece);
      if (body.isOverLimit()) {
        finish(result(), End.CUT_OFF);
      }
    }

    @Override
    public void onEnd() {
      finish(result(), early ? End.CUT_OFF : End.WHOLE);
    }

    @Override
    public void onBroken(Throwable failure) {
      if (!done) {
        fail(Failures.exchanging(failure, " while " + progress()));
      }
    }

    @Override
    public void onRefused(Throwable failure) {
      refusals++;
      if (done || refusals > MOST_SENT_AGAIN) {
        onBroken(failure);
        return;
      }
      lease = null;
      phase = Phase.CONNECTING;
      attempting(() -> connect(candidates));
    }

    private AttemptResult result() {
      return new Answered(status, retryAfter, location, body.excerpt());
    }

    private static Optional<String> field(@Nullable CharSequence value) {
      return Optional.ofNullable(value)
          .map(all -> all.subSequence(0, Math.min(all.length(), FIELD_CHARS)).toString());
    }
  }
}
