package dev.barid.dispatcher.worker;

import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Random histories of workers, without Kafka or HTTP. What is checked after each step: {@link
 * Ledger} (each outcome is written once), {@link SimulatedLog} (exactly what is finished is
 * committed), {@link SimulatedHttp} (each step is attempted once in an assignment, and within the
 * caps) and {@link SimulatedProcess} (memory).
 */
@Tag("R-D1")
@Tag("R-D2")
@Tag("R-D3")
@Tag("R-D5")
@Tag("R-I1")
@Tag("R-I7")
class WorkerSimulationTest {

  private static final String SEED = "barid.test.seed";
  private static final int HISTORIES = 300;

  @Test
  void whateverHappensEveryDeliveryEndsOnceAndNothingIsLeft() {
    Long only = Long.getLong(SEED);
    long first = only == null ? System.nanoTime() : only;
    for (long seed = first; seed < first + (only == null ? HISTORIES : 1); seed++) {
      try {
        run(new Random(seed));
      } catch (AssertionError | RuntimeException failure) {
        throw new AssertionError(
            "repeat with -D" + SEED + "=" + seed + ": " + failure.getMessage(), failure);
      }
    }
  }

  private static void run(Random random) {
    WorkerSimulation simulation = new WorkerSimulation(random);
    for (int steps = random.nextInt(600); steps > 0; steps--) {
      simulation.step();
    }
    simulation.comeToRest();
  }
}
