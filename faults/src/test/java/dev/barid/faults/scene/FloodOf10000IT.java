package dev.barid.faults.scene;

import static org.assertj.core.api.Assertions.assertThat;

import dev.barid.testkit.ReceivedRequest;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** One subscriber sends in a moment what its endpoint takes in minutes. */
@Timeout(600)
class FloodOf10000IT {

  private static final int EVENTS = 10_000;
  private static final int RATE = 50;

  @TempDir Path dir;

  @Test
  @Tag("R-I2")
  void arrivesAtTheEndpointsRateAndEachEventIsPutOffAboutOnce() {
    try (Scene scene = Scene.start(dir)) {
      scene.put("acme", "/slow", "\"ratePerSecond\":" + RATE);
      scene.send("acme", EVENTS);
      scene.awaitAllDelivered(EVENTS, Duration.ofSeconds(2L * EVENTS / RATE));

      List<ReceivedRequest> delivered = scene.receiver().successes();
      assertThat(scene.receiver().requests()).as("each once").hasSize(EVENTS);
      assertThat(delivered).as("no attempt used up").allMatch(r -> Arrivals.attempt(r) == 1);
      Arrivals arrivals = Arrivals.of(delivered);
      Pace.assertKept(arrivals, RATE);
      assertThat(arrivals.length())
          .as("and not much slower")
          .isLessThan(Duration.ofMillis(1_250L * EVENTS / RATE));
      OnceBack trips = scene.onceBack().assertKept();
      assertThat(trips.delayed())
          .as("records that went through delay topics")
          .isBetween(EVENTS / 2, EVENTS * 5 / 4);
      assertThat(trips.parked()).isZero();
      System.out.printf(
          Locale.ROOT,
          "%d events at %d/s took %s; put off %.3f times each%n",
          EVENTS,
          RATE,
          arrivals.length(),
          (double) trips.delayed() / EVENTS);
    }
  }
}
