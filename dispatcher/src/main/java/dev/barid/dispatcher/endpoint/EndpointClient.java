package dev.barid.dispatcher.endpoint;

import dev.barid.core.attempt.AttemptResult;
import dev.barid.core.net.AddressGuard;
import io.netty.channel.EventLoop;
import io.netty.handler.ssl.SslContext;
import io.netty.resolver.dns.DnsServerAddressStreamProvider;
import io.netty.resolver.dns.DnsServerAddressStreamProviders;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.ScheduledFuture;
import java.util.Queue;
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
 *   <li>HTTP/2 where a server chooses it over TLS, else HTTP/1.1 with keep-alive; redirects are
 *       never followed, bodies never decompressed, proxy settings never looked at.
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

  private final EventLoop loop;
  private final Connector connector;
  private final Connections connections = new Connections();
  private final Dialer dialer = new Dialer(this::connect, connections);
  private final HostResolver resolver;
  private final AddressGuard guard;
  private final Keeping keeping = new Keeping();
  private final AtomicLong connectionsMade = new AtomicLong();
  private final Queue<Attempt> starting = new ConcurrentLinkedQueue<>();
  private final AtomicInteger unbegun = new AtomicInteger();

  /** Confined to the event loop, as what follows. */
  private final Deadlines inFlight;

  private final ScheduledFuture<?> sweeping;
  private boolean closed;

  /**
   * Makes a client on one of the event loops.
   *
   * @param loops outlive the client
   */
  public EndpointClient(EventLoops loops, AddressGuard guard) {
    this(loops, guard, DnsServerAddressStreamProviders.platformDefault(), Connector.defaultTls());
  }

  /** A client that asks certain name servers, and speaks TLS in a certain way. */
  EndpointClient(
      EventLoops loops,
      AddressGuard guard,
      DnsServerAddressStreamProvider nameServers,
      SslContext tls) {
    this.guard = guard;
    loop = loops.next();
    inFlight = new Deadlines(this::later);
    resolver = new HostResolver(loop, nameServers);
    connector = new Connector(loop, tls, TimeUnit.SECONDS.toNanos(KEEP_ALIVE_SECONDS));
    sweeping =
        loop.scheduleWithFixedDelay(
            () -> connections.closeOld(System.nanoTime()),
            SWEEP_MS,
            SWEEP_MS,
            TimeUnit.MILLISECONDS);
  }

  /**
   * Starts an attempt. Never blocks; call it from any thread.
   *
   * @param onDone called exactly once with what it came to, on the event loop, also after {@link
   *     Attempt#cancel} and {@link #close}; what it throws is logged and harms no other attempt
   */
  public Attempt send(OutgoingRequest request, Consumer<AttemptResult> onDone) {
    Attempt attempt = new Attempt(this, request, onDone);
    boolean first = unbegun.getAndIncrement() == 0;
    starting.add(attempt);
    if (first) {
      loop.execute(this::begin);
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
        loop.execute(this::begin);
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
   * before that is done; close it before its event loops.
   */
  @Override
  public void close() {
    loop.execute(
        () -> {
          closed = true;
          sweeping.cancel(false);
          inFlight.all().forEach(Attempt::abandon);
          connector.close();
          resolver.close();
        });
  }

  EventLoop loop() {
    return loop;
  }

  Connections connections() {
    return connections;
  }

  Dialer dialer() {
    return dialer;
  }

  private Future<Connection> connect(Destination destination, long timeoutMs) {
    Future<Connection> making = connector.connect(destination, timeoutMs, keeping);
    making.addListener(
        made -> {
          if (made.isSuccess()) {
            connectionsMade.incrementAndGet();
          }
        });
    return making;
  }

  private void later(long ms, Runnable tick) {
    var unused = loop.schedule(tick, ms, TimeUnit.MILLISECONDS);
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

  private final class Keeping implements Connection.Keeper {
    @Override
    public void onIdle(Connection connection) {
      if (closed) {
        connection.close();
      } else {
        connections.giveBack(connection, System.nanoTime());
      }
    }

    @Override
    public void onClosed(Connection connection) {
      connections.gone(connection);
    }
  }
}
