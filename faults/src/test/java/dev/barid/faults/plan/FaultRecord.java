package dev.barid.faults.plan;

import java.time.Instant;

/**
 * A fault that was done.
 *
 * @param kind such as {@code KillDispatcher}
 * @param target what it was done to, such as {@code dispatcher-1} or {@code brokers}
 * @param startedAt when it began, by this machine's clock
 * @param endedAt when what was done to had recovered: was ready again, not only started
 */
public record FaultRecord(String kind, String target, Instant startedAt, Instant endedAt) {

  /** As {@code KillDispatcher dispatcher-1 12:00:01.000Z…}. */
  @Override
  public String toString() {
    return kind + " " + target + " " + startedAt + " to " + endedAt;
  }
}
