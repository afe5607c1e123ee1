package dev.barid.core.delivery;

import java.util.Optional;

/**
 * What has happened to a delivery so far; travels with it in record headers.
 *
 * @param attempts how many attempts were made
 * @param lifetime empty until the dispatcher has seen the delivery for the first time, and again
 *     after a redrive
 * @param retryReason the word for {@code X-Retry-Reason}; {@code redrive} after a redrive
 * @param last the last attempt, if one was made
 * @param deferrals how often the delivery was put off without an attempt since the last attempt
 */
public record History(
    int attempts,
    Optional<Lifetime> lifetime,
    Optional<String> retryReason,
    Optional<LastAttempt> last,
    int deferrals) {

  /** Where counts stop: more than any policy allows, and what a header may say at most. */
  public static final int MAX_COUNT = 1_000_000;

  /** Nothing has happened yet. */
  public static final History NONE =
      new History(0, Optional.empty(), Optional.empty(), Optional.empty(), 0);

  /** The history with its lifetime set. */
  public History within(Lifetime set) {
    return new History(attempts, Optional.of(set), retryReason, last, deferrals);
  }

  /** The history after one more attempt. */
  public History attempted(LastAttempt attempt) {
    return new History(
        next(attempts), lifetime, Optional.of(attempt.reason()), Optional.of(attempt), 0);
  }

  /** The history after the delivery was put off once more. */
  public History deferred() {
    return new History(attempts, lifetime, retryReason, last, next(deferrals));
  }

  /** A count that went past what a reader accepts would turn the delivery into a malformed one. */
  private static int next(int count) {
    return Math.min(count + 1, MAX_COUNT);
  }
}
