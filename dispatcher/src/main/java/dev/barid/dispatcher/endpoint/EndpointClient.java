package dev.barid.dispatcher.endpoint;

import dev.barid.core.attempt.AttemptResult;
import dev.barid.core.net.AddressGuard;
import dev.barid.dispatcher.endpoint.Connections.Connection;
import io.netty.resolver.dns.DnsServerAddressStreamProvider;
import io.netty.resolver.dns.DnsServerAddressStreamProviders;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClientAgent;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.internal.ContextInternal;
import io.vertx.core.internal.VertxInternal;
import io.vertx.core.tracing.TracingPolicy;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * Sends attempts to endpoints. One client per worker: all its connections, name lookups and
 * completions run on one event loop, so nothing in it is locked.
 *
 * <pre>
 *   owner thread            event loop
 *   send ────────────────►  Attempt: resolve → judge → connect → send → read
 *   mailbox ◄────────────── onDone, exactly once
 * </pre>
 *
 * <ul>
 *   <li>HTTP/1.1 with keep-alive; redirects are never followed, bodies never decompressed, proxy
 *       settings never looked at.
 *   <li>TLS 1.2 or newer, certificate and host name verified against the JVM's trust store.
 *   <li>Every connection goes to an address that the {@link AddressGuard} passed for this attempt;
 *       idle connections are kept by that address together with the host's name.
 * </ul>
 */
public final class EndpointClient implements AutoCloseable {
  private static final int KEEP_ALIVE_SECONDS = 30;
  private static final long SWEEP_MS = 5_000;

  /** Attempts begun before the event loop looks at what came in. */
  private static final int MOST_IN_A_TURN = 64;

  private static final int MAX_HEADER_BYTES = 32 * 1024;

  /**
   * Ends connections that nobody waits for any more: one that is being made can't be abandoned when
   * its attempt ends. So this is also the longest that connecting may take.
   */
  private static final int CONNECT_SECONDS = 15;

  private final ContextInternal context;
  private final HttpClientAgent http;
  private final Connections connections;
  private final HostResolver resolver;
  private final AddressGuard guard;
  private final AtomicLong connectionsMade = new AtomicLong();
  private final Queue<Attempt> starting = new ConcurrentLinkedQueue<>();
  private final AtomicInteger unbegun = new AtomicInteger();

  /** Confined to the event loop, as what follows. */
  private final Deadlines inFlight;

  private boolean closed;

  /**
   * Makes a client with an event loop of its own out of the Vert.x instance's.
   *
   * @param vertx outlives the client
   */
  public EndpointClient(Vertx vertx, AddressGuard guard) {
    this(vertx, guard, DnsServerAddressStreamProviders.platformDefault(), options());
  }

  /** A client that asks certain name servers, with certain {@link #options}. */
  EndpointClient(
      Vertx vertx,
      AddressGuard guard,
      DnsServerAddressStreamProvider nameServers,
      HttpClientOptions options) {
    VertxInternal internals = (VertxInternal) vertx;
    this.guard = guard;
    context = internals.createEventLoopContext();
    inFlight = new Deadlines((ms, tick) -> context.setTimer(ms, late -> tick.run()));
    resolver = new HostResolver(context.nettyEventLoop(), internals.transport(), nameServers);
    http = vertx.httpClientBuilder().with(options).build();
    connections = new Connections(http, TimeUnit.SECONDS.toNanos(KEEP_ALIVE_SECONDS));
    context.runOnContext(started -> context.setPeriodic(SWEEP_MS, this::sweep));
  }

  static HttpClientOptions options() {
    return new HttpClientOptions()
        .setProtocolVersion(HttpVersion.HTTP_1_1)
        .setKeepAlive(true)
        .setKeepAliveTimeout(0)
        .setPipelining(false)
        .setConnectTimeout((int) TimeUnit.SECONDS.toMillis(CONNECT_SECONDS))
        .setSslHandshakeTimeout(CONNECT_SECONDS)
        .setSslHandshakeTimeoutUnit(TimeUnit.SECONDS)
        .setEnabledSecureTransportProtocols(Set.of("TLSv1.2", "TLSv1.3"))
        .setVerifyHost(true)
        .setMaxHeaderSize(MAX_HEADER_BYTES)
        .setDecompressionSupported(false)
        .setTracingPolicy(TracingPolicy.IGNORE);
  }

  /**
   * Starts an attempt. Never blocks; call it from any thread.
   *
   * @param onDone called exactly once with what it came to, on a Vert.x thread, also after {@link
   *     Attempt#cancel} and {@link #close}; what it throws is logged and harms no other attempt
   */
  public Attempt send(OutgoingRequest request, Consumer<AttemptResult> onDone) {
    Attempt attempt = new Attempt(this, request, onDone);
    boolean first = unbegun.getAndIncrement() == 0;
    starting.add(attempt);
    if (first) {
      context.runOnContext(turn -> begin());
    }
    return attempt;
  }

  /** Many at once: a task for each would cost the event loop more. */
  private void begin() {
    int begun = 0;
    try {
      Attempt next = starting.poll();
      while (next != null) {
        begun++;
        begin(next);
        next = begun < MOST_IN_A_TURN ? starting.poll() : null;
      }
    } finally {
      // Also when one of them threw: while the count isn't zero nobody else has the others begun.
      if (unbegun.addAndGet(-begun) > 0) {
        context.runOnContext(turn -> begin());
      }
    }
  }

  private void begin(Attempt attempt) {
    if (closed) {
      attempt.abandon();
    } else if (!attempt.isDone()) {
      inFlight.add(attempt);
      attempt.start();
    }
  }

  private void sweep(long timer) {
    if (closed) {
      context.owner().cancelTimer(timer);
    } else {
      connections.closeOld(System.nanoTime());
    }
  }

  /**
   * How many attempts wait for the event loop to begin with them. It serves what comes in and what
   * goes out in turns, so this says how far this process lags behind. Any thread.
   */
  public int unbegun() {
    return unbegun.get();
  }

  /** How many connections were made since the start, for measuring how well they are reused. */
  public long connectionsMade() {
    return connectionsMade.get();
  }

  /**
   * Abandons what is in flight, see {@link Attempt#cancel}, and closes all connections. Returns
   * before that is done; close it before its Vert.x instance.
   */
  @Override
  public void close() {
    context.runOnContext(
        now -> {
          closed = true;
          try {
            inFlight.all().forEach(Attempt::abandon);
          } finally {
            resolver.close();
            http.close();
          }
        });
  }

  ContextInternal context() {
    return context;
  }

  Connections connections() {
    return connections;
  }

  /** Makes a connection. On the event loop. */
  Future<Connection> connect(Destination destination, long timeoutMs) {
    return connections
        .connect(destination, timeoutMs)
        .map(
            made -> {
              connectionsMade.incrementAndGet();
              return made;
            });
  }

  /** A connection can be used again. On the event loop. */
  void giveBack(Connection connection) {
    if (closed) {
      connection.close();
    } else {
      connections.giveBack(connection, System.nanoTime());
    }
  }

  HostResolver resolver() {
    return resolver;
  }

  AddressGuard guard() {
    return guard;
  }

  void forget(Attempt attempt) {
    inFlight.remove(attempt);
  }
}
