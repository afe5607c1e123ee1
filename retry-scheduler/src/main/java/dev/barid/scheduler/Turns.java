package dev.barid.scheduler;

import dev.barid.core.subscriber.EndpointKey;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * When each endpoint is to be looked at next. Those that wait for the same time, or missed theirs,
 * take their turns in the order in which they asked for them: one that wants another turn at once
 * stands behind all that wait already.
 *
 * <p>Not thread-safe: used by its stream thread alone.
 */
final class Turns {

  private record Turn(long atMs, long ticket, ParkedEndpoint endpoint) {}

  private final TreeSet<Turn> queue =
      new TreeSet<>(Comparator.comparingLong(Turn::atMs).thenComparingLong(Turn::ticket));
  private final Map<EndpointKey, Turn> byEndpoint = new HashMap<>();
  private long tickets;

  /** The endpoint's next turn is then, and no longer when it was. */
  void schedule(ParkedEndpoint endpoint, long atMs) {
    Turn turn = new Turn(atMs, tickets++, endpoint);
    @Nullable Turn before = byEndpoint.put(endpoint.key(), turn);
    if (before != null) {
      queue.remove(before);
    }
    queue.add(turn);
  }

  /** Takes the first turn whose time has come out of the queue. */
  Optional<ParkedEndpoint> next(long nowMs) {
    if (firstMs() > nowMs) {
      return Optional.empty();
    }
    Turn turn = queue.pollFirst();
    if (turn == null) {
      return Optional.empty();
    }
    byEndpoint.remove(turn.endpoint().key());
    return Optional.of(turn.endpoint());
  }

  /** When the first turn is, epoch milliseconds; Long.MAX_VALUE without one. */
  long firstMs() {
    return queue.isEmpty() ? Long.MAX_VALUE : queue.first().atMs();
  }
}
