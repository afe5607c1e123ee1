package dev.barid.testkit.guarantee;

import java.time.Duration;

/**
 * How long things take at most that decide what may be repeated.
 *
 * @param commit from an answer's end at the receiver until its outcome is committed: the
 *     dispatcher's interval, and a transaction
 * @param drain how long a request in flight is awaited when its partition leaves
 * @param settling from when all is well until no partition moves any more
 * @param fencing from when a process can reach the brokers again until it knows that it was
 *     replaced, and sends nothing more
 */
public record Windows(Duration commit, Duration drain, Duration settling, Duration fencing) {

  /**
   * With the default settings: the interval is 100 ms, and a transaction on a busy machine whose
   * brokers share its cores takes a second or two; {@code dispatcher.drainTimeout} is 2 s, of which
   * the receiver sees a little less; a killed member's session takes 6 s to end, after which
   * partitions move once more; heartbeats, which tell that it is over, are 1 s apart.
   */
  public static final Windows STANDARD =
      new Windows(
          Duration.ofSeconds(3),
          Duration.ofMillis(1_800),
          Duration.ofSeconds(10),
          Duration.ofSeconds(3));

  /** The same, with another time for what is in flight when a partition leaves. */
  public Windows draining(Duration other) {
    return new Windows(commit, other, settling, fencing);
  }
}
