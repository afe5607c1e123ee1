package dev.barid.dispatcher.endpoint;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

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

  private final Map<Destination, Deque<Connection>> idle = new HashMap<>();

  /** The newest of those that lead there and are idle, which is the caller's from now on. */
  Optional<Connection> take(Destination destination, long nowNanos) {
    Deque<Connection> waiting = idle.get(destination);
    if (waiting == null) {
      return Optional.empty();
    }
    Connection newest = waiting.pollLast();
    while (newest != null && (newest.isClosed() || newest.isOld(nowNanos))) {
      newest.close();
      newest = waiting.pollLast();
    }
    if (waiting.isEmpty()) {
      idle.remove(destination);
    }
    return Optional.ofNullable(newest);
  }

  /** It can be used again. */
  void giveBack(Connection connection, long nowNanos) {
    if (!connection.isClosed()) {
      connection.idleSince(nowNanos);
      idle.computeIfAbsent(connection.destination(), none -> new ArrayDeque<>(1))
          .addLast(connection);
    }
  }

  /** It is closed, idle or not. */
  void gone(Connection connection) {
    Deque<Connection> waiting = idle.get(connection.destination());
    if (waiting != null && waiting.remove(connection) && waiting.isEmpty()) {
      idle.remove(connection.destination());
    }
  }

  /** Closes those that have been idle for too long. */
  void closeOld(long nowNanos) {
    Iterator<Deque<Connection>> all = idle.values().iterator();
    while (all.hasNext()) {
      Deque<Connection> waiting = all.next();
      List<Connection> closing = waiting.stream().filter(each -> each.isOld(nowNanos)).toList();
      waiting.removeAll(closing);
      if (waiting.isEmpty()) {
        all.remove();
      }
      closing.forEach(Connection::close);
    }
  }
}
