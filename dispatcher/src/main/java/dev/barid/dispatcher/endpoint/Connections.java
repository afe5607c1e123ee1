package dev.barid.dispatcher.endpoint;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The connections that attempts can have, by where they lead: those with HTTP/1.1 that nobody uses
 * right now, and all with HTTP/2. The one that was used last is taken first, or the one that was
 * made first, so that those beyond what is needed grow old and are closed. To take one costs the
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

  private final Map<Destination, Deque<Http1Connection>> idle = new HashMap<>();
  private final Map<Destination, List<Http2Connection>> shared = new HashMap<>();

  /** A connection that leads there, or some of one, which is the caller's from now on. */
  Optional<? extends Lease> take(Destination destination, long nowNanos) {
    Optional<Http1Connection> whole = takeIdle(destination, nowNanos);
    return whole.isPresent() || shared.isEmpty() ? whole : share(destination);
  }

  private Optional<Http1Connection> takeIdle(Destination destination, long nowNanos) {
    Deque<Http1Connection> waiting = idle.get(destination);
    if (waiting == null) {
      return Optional.empty();
    }
    Http1Connection newest = waiting.pollLast();
    while (newest != null && (newest.isClosed() || newest.isOld(nowNanos))) {
      newest.close();
      newest = waiting.pollLast();
    }
    if (waiting.isEmpty()) {
      idle.remove(destination);
    }
    return Optional.ofNullable(newest);
  }

  private Optional<Http2Request> share(Destination destination) {
    for (Http2Connection each : shared.getOrDefault(destination, List.of())) {
      Optional<Http2Request> room = each.lease();
      if (room.isPresent()) {
        return room;
      }
    }
    return Optional.empty();
  }

  /** It can be shared from now on. */
  void add(Http2Connection connection, long nowNanos) {
    connection.idleSince(nowNanos);
    shared.computeIfAbsent(connection.destination(), none -> new ArrayList<>(1)).add(connection);
  }

  /**
   * How many requests a connection that leads there carries at a time, as far as one is known with
   * HTTP/2; at least one.
   */
  Optional<Integer> capacity(Destination destination) {
    return shared.getOrDefault(destination, List.of()).stream()
        .map(known -> Math.max(1, known.capacity()))
        .findFirst();
  }

  /** Nobody uses it any more, and it can be used again. */
  void giveBack(Connection connection, long nowNanos) {
    if (connection.isClosed()) {
      return;
    }
    connection.idleSince(nowNanos);
    if (connection instanceof Http1Connection whole) {
      idle.computeIfAbsent(whole.destination(), none -> new ArrayDeque<>(1)).addLast(whole);
    }
  }

  /** It is closed, idle or not. */
  void gone(Connection connection) {
    if (connection instanceof Http1Connection) {
      remove(connection, idle);
    } else {
      remove(connection, shared);
    }
  }

  private static <C extends Collection<? extends Connection>> void remove(
      Connection connection, Map<Destination, C> from) {
    C known = from.get(connection.destination());
    if (known != null && known.remove(connection) && known.isEmpty()) {
      from.remove(connection.destination());
    }
  }

  /** Closes those that have been idle for too long. */
  void closeOld(long nowNanos) {
    closeOld(idle, nowNanos);
    closeOld(shared, nowNanos);
  }

  private static <C extends Collection<? extends Connection>> void closeOld(
      Map<Destination, C> from, long nowNanos) {
    Iterator<C> all = from.values().iterator();
    while (all.hasNext()) {
      C known = all.next();
      List<? extends Connection> closing =
          known.stream().filter(each -> each.isOld(nowNanos)).toList();
      known.removeAll(closing);
      if (known.isEmpty()) {
        all.remove();
      }
      closing.forEach(Connection::close);
    }
  }
}
