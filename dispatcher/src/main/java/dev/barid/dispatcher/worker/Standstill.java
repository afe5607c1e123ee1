package dev.barid.dispatcher.worker;

import java.time.Duration;

/**
 * Notices that this process stood still for so long that its session may be over. Its partitions
 * may be another member's then, and nobody could tell it yet: for a while it must not go on with
 * them, until it would have been told. Owner thread only.
 */
final class Standstill {

  /**
   * Half of the shortest session that Barid's own broker has. No turn takes that long, but for what
   * it does when partitions come and go; see {@link #resume}.
   */
  static final Duration LONG = Duration.ofSeconds(3);

  /** A heartbeat that is overdue goes out at once, and its answer tells. */
  static final Duration DOUBT = Duration.ofSeconds(2);

  private long askedNanos;
  private long inDoubtFromNanos;
  private boolean inDoubt;

  Standstill(long nowNanos) {
    askedNanos = nowNanos;
  }

  /**
   * Goes on after something that may take long by itself, in which heartbeats were sent as ever: no
   * standstill.
   */
  void resume(long nowNanos) {
    askedNanos = nowNanos;
  }

  /**
   * Whether it stood still a moment ago. To be asked again and again.
   *
   * @param nowNanos the monotonic clock
   */
  boolean isInDoubt(long nowNanos) {
    if (nowNanos - askedNanos >= LONG.toNanos()) {
      inDoubt = true;
      inDoubtFromNanos = nowNanos;
    } else if (inDoubt) {
      inDoubt = nowNanos - inDoubtFromNanos < DOUBT.toNanos();
    }
    askedNanos = nowNanos;
    return inDoubt;
  }
}
