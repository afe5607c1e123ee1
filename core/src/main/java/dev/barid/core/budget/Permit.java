package dev.barid.core.budget;

/** Whether a retry may go. */
public sealed interface Permit {
  /** It may, and is counted. */
  record Granted() implements Permit {}

  /**
   * It waits, its attempt count as it is, and asks again.
   *
   * @param untilNanos when, on the monotonic clock; another time for each one that is told to wait
   */
  record Later(long untilNanos) implements Permit {}
}
