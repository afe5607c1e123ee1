package dev.barid.dispatcher.offsets;

import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Random histories of a partition; {@link SimulatedPartition} checks after each step. */
@Tag("R-D1")
@Tag("R-D2")
@Tag("R-D3")
class OffsetTrackerSimulationTest {

  private static final int HISTORIES = 6_000;

  @Test
  void whateverHappensEveryRecordEndsOnceAndNoLagIsLeft() {
    for (long seed = 0; seed < HISTORIES; seed++) {
      try {
        Random random = new Random(seed);
        SimulatedPartition partition = new SimulatedPartition(random);
        for (int steps = random.nextInt(300); steps > 0; steps--) {
          partition.step();
        }
        partition.drain();
        partition.checkAllEndedOnce();
      } catch (AssertionError | RuntimeException failure) {
        throw new AssertionError("seed " + seed, failure);
      }
    }
  }
}
