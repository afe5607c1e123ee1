package dev.barid.core.policy;

import java.util.random.RandomGenerator;

/** How far apart the attempts of one delivery are: by a formula or by a list. */
public sealed interface Spacing permits Backoff, Schedule {
  /**
   * The wait before the next attempt, without jitter.
   *
   * @param attemptsMade attempts made so far, at least 1
   * @return milliseconds
   */
  long plainMs(int attemptsMade);

  /**
   * The wait before the next attempt, jitter included.
   *
   * @param attemptsMade attempts made so far, at least 1
   * @param random decides the jitter
   */
  Wait next(int attemptsMade, RandomGenerator random);

  /** How much is left to chance. */
  Jitter jitter();

  /** A wait of {@code leastMs}, with jitter that only adds to it: up to a tenth. */
  static Wait spread(long leastMs, Jitter jitter, RandomGenerator random) {
    long extraMs = jitter == Jitter.NONE ? 0 : random.nextLong(leastMs / 10 + 1);
    return new Wait(leastMs, extraMs);
  }

  /**
   * One wait.
   *
   * @param leastMs what must pass, in milliseconds
   * @param extraMs added by chance on top of it, in milliseconds; gives way to the give-up time
   */
  record Wait(long leastMs, long extraMs) {}
}
