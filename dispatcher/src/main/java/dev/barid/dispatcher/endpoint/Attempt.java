package dev.barid.dispatcher.endpoint;

import dev.barid.core.attempt.AttemptResult;
import dev.barid.core.attempt.AttemptResult.Answered;
import dev.barid.core.attempt.AttemptResult.Failed;
import dev.barid.core.attempt.ErrorClass;
import dev.barid.core.net.EndpointUrl;
import dev.barid.core.text.Durations;
import dev.barid.dispatcher.endpoint.Connections.Connection;
import io.netty.buffer.Unpooled;
import io.netty.util.NetUtil;
import io.netty.util.concurrent.Future;
import io.vertx.core.AsyncResult;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpClosedException;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.internal.buffer.BufferInternal;
import java.net.InetAddress;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

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
  private static final int FIELD_CHARS = 256;
  private static final int FINAL_STATUS = 200;
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
  private final ResponseBody body = new ResponseBody();
  private final long timeoutNanos;
  private final long deadlineNanos;

  private Phase phase = Phase.RESOLVING;
  private boolean done;
  private boolean wasIdle;
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
    client.context().runOnContext(now -> abandon());
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
      // Back into our context: a request made outside of one gets a new context each.
      addresses.addListener(
          resolved -> client.context().runOnContext(now -> onResolved(addresses)));
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
    Destination destination =
        new Destination(
            NetUtil.toAddressString(addresses.get(0)), url.port(), url.ssl(), url.host());
    Optional<Connection> idle = client.connections().take(destination, System.nanoTime());
    wasIdle = idle.isPresent();
    if (idle.isPresent()) {
      onConnected(idle.get(), addresses);
      return;
    }
    client
        .connect(destination, connectMs(addresses.size()))
        .onComplete(
            connected -> {
              if (connected.failed()) {
                onUnconnected(connected.cause(), addresses);
              } else if (done) {
                // Nothing was sent over it yet: the next attempt can have it.
                client.giveBack(connected.result());
              } else {
                onConnected(connected.result(), addresses);
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

  private void onConnected(Connection connected, List<InetAddress> addresses) {
    connection = connected;
    if (connected.isClosed()) {
      // By an answer that came before any request, say. The client would take one all the same,
      // and never tell of it again.
      onUnconnected(new HttpClosedException("closed before it could be used"), addresses);
      return;
    }
    RequestOptions options =
        new RequestOptions()
            .setMethod(HttpMethod.POST)
            .setHost(request.url().host())
            .setPort(request.url().port())
            .setURI(request.url().requestTarget())
            .setFollowRedirects(false);
    connected.http().request(options).onComplete(ready -> onReady(ready, addresses));
  }

  private void onReady(AsyncResult<HttpClientRequest> ready, List<InetAddress> addresses) {
    if (done) {
      close();
    } else if (ready.succeeded() && !isClosed()) {
      ready.result().exceptionHandler(this::onBroken);
      attempting(() -> send(ready.result()));
    } else {
      close();
      Throwable cause = ready.cause();
      onUnconnected(
          cause == null ? new HttpClosedException("closed before it could be used") : cause,
          addresses);
    }
  }

  private void onUnconnected(Throwable failure, List<InetAddress> addresses) {
    if (done) {
      return;
    }
    if (failure instanceof HttpClosedException && wasIdle) {
      // The idle connection that we took was being closed: nothing was sent over it.
      attempting(() -> connect(addresses));
    } else if (addresses.size() > 1) {
      attempting(() -> connect(addresses.subList(1, addresses.size())));
    } else {
      fail(Failures.connecting(failure));
    }
  }

  private void send(HttpClientRequest ready) {
    phase = Phase.SENDING;
    for (Map.Entry<String, String> header : request.headers()) {
      ready.headers().add(header.getKey(), header.getValue());
    }
    ready.response().onComplete(this::onResponse);
    ready
        .end(BufferInternal.buffer(Unpooled.wrappedBuffer(request.body())))
        .onSuccess(
            sent -> {
              if (phase == Phase.SENDING) {
                phase = Phase.AWAITING;
              }
            });
  }

  private void onResponse(AsyncResult<HttpClientResponse> received) {
    if (done) {
      return;
    }
    if (received.failed()) {
      onBroken(received.cause());
      return;
    }
    HttpClientResponse response = received.result();
    boolean sent = phase == Phase.AWAITING;
    phase = Phase.READING;
    if (response.statusCode() < FINAL_STATUS) {
      // The client skips 100 and 103. What follows another interim answer would be taken for the
      // answer to the connection's next request, so the connection goes.
      succeed(response, false);
      return;
    }
    String keepAlive = response.getHeader("Keep-Alive");
    if (keepAlive != null && connection != null) {
      connection.peerKeeps(keepAlive);
    }
    response.exceptionHandler(this::onBroken);
    response.handler(
        chunk -> {
          body.add(chunk);
          if (body.isOverLimit()) {
            succeed(response, false);
          }
        });
    // An answer before the request was read may leave the rest of the request in the connection.
    response.endHandler(end -> succeed(response, sent));
  }

  /** The client throws for a header that it can't write, say: it must fail this attempt alone. */
  private void attempting(Runnable step) {
    try {
      step.run();
    } catch (RuntimeException e) {
      fail(new Failed(ErrorClass.CLOSED, "request not sent: " + e.getMessage()));
    }
  }

  private void succeed(HttpClientResponse response, boolean reusable) {
    AttemptResult result =
        new Answered(
            response.statusCode(),
            field(response, "Retry-After"),
            field(response, "Location"),
            body.excerpt());
    finish(result, reusable);
  }

  private static Optional<String> field(HttpClientResponse response, String name) {
    return Optional.ofNullable(response.getHeader(name))
        .map(value -> value.length() > FIELD_CHARS ? value.substring(0, FIELD_CHARS) : value);
  }

  private void onBroken(Throwable failure) {
    if (!done) {
      fail(Failures.exchanging(failure, " while " + progress()));
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
      case READING -> phase.text + " (" + body.received() + " bytes so far)";
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
    if (reusable && connection != null) {
      client.giveBack(connection);
    } else {
      close();
    }
    onDone.accept(result);
  }

  private boolean isClosed() {
    return connection == null || connection.isClosed();
  }

  private void close() {
    if (connection != null) {
      connection.close();
    }
  }
}
