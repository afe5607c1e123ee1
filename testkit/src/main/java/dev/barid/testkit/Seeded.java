package dev.barid.testkit;

import java.util.Random;
import java.util.function.Consumer;

/** Runs a property over many random inputs; a failure names the seed that repeats it. */
public final class Seeded {
  private static final String SEED = "barid.test.seed";

  private Seeded() {}

  /**
   * Runs the property so many times, each with the next seed; {@code -Dbarid.test.seed=N} runs that
   * one alone.
   *
   * @throws AssertionError if a run fails; it names the seed
   */
  public static void runs(int count, Consumer<Random> property) {
    Long only = Long.getLong(SEED);
    long first = only == null ? System.nanoTime() : only;
    for (long seed = first; seed < first + (only == null ? count : 1); seed++) {
      try {
        property.accept(new Random(seed));
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError("repeat with -D" + SEED + "=" + seed + ": " + e.getMessage(), e);
      }
    }
  }
}
