package dev.barid.scheduler;

import dev.barid.core.delivery.HeaderNames;
import dev.barid.core.topic.RetryTier;
import java.time.Duration;
import java.util.OptionalLong;
import org.apache.kafka.common.header.Headers;

/**
 * When a record of a tier is due. Whatever its headers say, there is an answer: a record must never
 * stop those behind it, nor be held for ever.
 *
 * <ul>
 *   <li>A due time that is missing or unreadable is now: the dispatcher will judge the record.
 *   <li>A give-up time comes before a later due time. Every delivery of Barid's own has one; where
 *       it is missing or unreadable, nothing is due later than after the tier's length.
 *   <li>What is left and still farther off than any policy can ask for is due after the tier's
 *       length.
 * </ul>
 */
final class DueTime {

  /** A day more than the longest duration that a setting or policy accepts. */
  static final Duration HORIZON = Duration.ofDays(366);

  private DueTime() {}

  /**
   * The due time of a record.
   *
   * @param headers the record's; of several with one name the last counts
   * @param tier the tier that it waits in
   * @param nowMs the scheduler's wall clock, epoch milliseconds
   * @return epoch milliseconds, not negative; in the past when it is overdue
   */
  static long of(Headers headers, RetryTier tier, long nowMs) {
    OptionalLong dueAt = HeaderNumber.of(headers.lastHeader(HeaderNames.DUE_AT));
    if (dueAt.isEmpty()) {
      return nowMs;
    }
    long afterTheTierMs = nowMs + tier.length().toMillis();
    long latestMs =
        HeaderNumber.of(headers.lastHeader(HeaderNames.GIVE_UP_AT)).orElse(afterTheTierMs);
    long dueMs = Math.min(dueAt.getAsLong(), latestMs);
    return dueMs > nowMs + HORIZON.toMillis() ? afterTheTierMs : dueMs;
  }
}
