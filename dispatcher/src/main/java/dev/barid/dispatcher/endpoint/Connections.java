package dev.barid.dispatcher.endpoint;

import io.vertx.core.Future;
import io.vertx.core.http.HttpClientAgent;
import io.vertx.core.http.HttpClientConnection;
import io.vertx.core.http.HttpConnectOptions;
import io.vertx.core.http.impl.UnpooledHttpClientConnection;
import io.vertx.core.net.SocketAddress;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The connections that nobody uses right now, by where they lead. The one that was used last is
 * taken first, so that those beyond what is needed grow old and are closed. To take one costs the
 * same however many there are: the endpoints of many subscribers may share one host, and lanes
 * alone limit how many requests are in flight.
 *
 * <pre>
 *   connect ──► in use ──► idle ──► in use ──► …
 *                 │          │
 *                 └──────────┴────► closed: broken, closed by the peer, or idle for too long
 * </pre>
 *
 * <p>Confined to the event loop.
 */
final class Connections {

  private static final Pattern PEERS_SECONDS =
      Pattern.compile("\\btimeout *= *\"?([0-9]{1,9})", Pattern.CASE_INSENSITIVE);

  private final HttpClientAgent http;
  private final long keepAliveNanos;
  private final Map<Destination, Deque<Connection>> idle = new HashMap<>();

  /**
   * @param http makes connections
   * @param keepAliveNanos how long a connection may be idle
   */
  Connections(HttpClientAgent http, long keepAliveNanos) {
    this.http = http;
    this.keepAliveNanos = keepAliveNanos;
  }

  /** One connection, in the hands of one attempt or idle. */
  static final class Connection {

    private final Destination destination;
    private final HttpClientConnection http;
    private boolean closed;
    private long idleSinceNanos;
    private long keepNanos;

    private Connection(Destination destination, HttpClientConnection http, long keepNanos) {
      this.destination = destination;
      this.http = http;
      this.keepNanos = keepNanos;
    }

    HttpClientConnection http() {
      return http;
    }

    /** Whether it can't be used any more, whatever the client says of it. */
    boolean isClosed() {
      return closed;
    }

    /**
     * The peer says how long it keeps an idle connection. Ours is kept for less: a request that is
     * under way when the peer closes is lost.
     *
     * @param keepAlive the field {@code Keep-Alive} of an answer
     */
    void peerKeeps(String keepAlive) {
      Matcher seconds = PEERS_SECONDS.matcher(keepAlive);
      if (seconds.find()) {
        long peersNanos = TimeUnit.SECONDS.toNanos(Integer.parseInt(seconds.group(1)));
        keepNanos = Math.min(keepNanos, peersNanos / 5 * 4);
      }
    }

    private boolean isOld(long nowNanos) {
      return nowNanos - idleSinceNanos >= keepNanos;
    }

    /**
     * Closes it now. The client would first send what is still to be sent, which takes for ever
     * when the peer doesn't read: the socket and the request's body would stay.
     */
    void close() {
      closed = true;
      if (http instanceof UnpooledHttpClientConnection unpooled) {
        var unused = unpooled.unwrap().channelHandlerContext().close();
      } else {
        throw new IllegalStateException("connection \"" + http + "\" (expected: unpooled)");
      }
    }
  }

  /** The newest of those that lead there and are idle, which is the caller's from now on. */
  Optional<Connection> take(Destination destination, long nowNanos) {
    Deque<Connection> waiting = idle.get(destination);
    if (waiting == null) {
      return Optional.empty();
    }
    Connection newest = waiting.pollLast();
    while (newest != null && (newest.closed || newest.isOld(nowNanos))) {
      newest.close();
      newest = waiting.pollLast();
    }
    if (waiting.isEmpty()) {
      idle.remove(destination);
    }
    return Optional.ofNullable(newest);
  }

  /**
   * Makes a new one, which is the caller's.
   *
   * @param timeoutMs for TCP; TLS has its own after that, the client's
   */
  Future<Connection> connect(Destination destination, long timeoutMs) {
    HttpConnectOptions options =
        new HttpConnectOptions()
            // The address as text: with an InetAddress that knows its name, the client would
            // resolve that name again, past the guard.
            .setServer(SocketAddress.inetSocketAddress(destination.port(), destination.address()))
            .setHost(destination.host())
            .setPort(destination.port())
            .setSsl(destination.ssl())
            .setConnectTimeout(timeoutMs);
    return http.connect(options).map(connected -> opened(destination, connected));
  }

  private Connection opened(Destination destination, HttpClientConnection http) {
    Connection connection = new Connection(destination, http, keepAliveNanos);
    // The attempt tells of it: what strangers' servers send is no error of ours to log. Between two
    // attempts it is an answer that nobody asked for, which the next one must not be given.
    http.exceptionHandler(broken -> connection.close());
    http.closeHandler(gone -> onClosed(connection));
    return connection;
  }

  private void onClosed(Connection connection) {
    connection.closed = true;
    Deque<Connection> waiting = idle.get(connection.destination);
    if (waiting != null && waiting.remove(connection) && waiting.isEmpty()) {
      idle.remove(connection.destination);
    }
  }

  /** It can be used again. */
  void giveBack(Connection connection, long nowNanos) {
    if (!connection.closed) {
      connection.idleSinceNanos = nowNanos;
      idle.computeIfAbsent(connection.destination, none -> new ArrayDeque<>(1)).addLast(connection);
    }
  }

  /** Closes those that have been idle for too long. */
  void closeOld(long nowNanos) {
    Iterator<Deque<Connection>> all = idle.values().iterator();
    while (all.hasNext()) {
      Deque<Connection> waiting = all.next();
      List<Connection> old = waiting.stream().filter(each -> each.isOld(nowNanos)).toList();
      waiting.removeAll(old);
      old.forEach(Connection::close);
      if (waiting.isEmpty()) {
        all.remove();
      }
    }
  }
}
