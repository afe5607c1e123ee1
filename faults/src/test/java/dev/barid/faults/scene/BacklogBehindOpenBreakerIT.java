package dev.barid.faults.scene;

import static org.assertj.core.api.Assertions.assertThat;

import dev.barid.core.health.EndpointHealth;
import dev.barid.testkit.ReceivedRequest;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** An endpoint is down with a large backlog, and comes back. */
@Timeout(300)
class BacklogBehindOpenBreakerIT {

  private static final int EVENTS = 10_000;
  private static final int FIRST = 20;
  private static final int RATE = 500;
  private static final int PROBES = 6;
  private static final Duration CAP = Duration.ofSeconds(4);

  private static final String ENTRY =
      "\"concurrency\":10,\"ratePerSecond\":500,\"policy\":{"
          + "\"backoff\":{\"base\":\"200ms\",\"cap\":\"1s\"},"
          + "\"breaker\":{\"failures\":5,\"openFor\":\"1s\",\"openForCap\":\"4s\"}}";

  @TempDir Path dir;

  @Test
  @Tag("R-I2")
  @Tag("R-I3")
  @Tag("R-I4")
  void tenThousandEventsCostOneProbePerIntervalAndThenFlowAtTheEndpointsRate() {
    try (Scene scene = Scene.start(dir)) {
      scene.receiver().on("/down").answer(500);
      scene.put("acme", "/down", ENTRY);
      scene.send("acme", FIRST);
      scene.awaitHealth("acme", EndpointHealth::holds);
      scene.send("acme", EVENTS - FIRST);
      Instant firstProbeAt = scene.healths("acme").get(0).openPeriod().orElseThrow().openUntil();
      scene.awaitThat(
          PROBES + " probes",
          Scene.SOON,
          () -> requests(scene).since(firstProbeAt).size() >= PROBES);
      scene.awaitEnd(scene.broker().topics().parked(), EVENTS, Scene.SOON);
      List<Duration> gaps = requests(scene).since(firstProbeAt).gaps();
      assertThat(scene.receiver().successes()).isEmpty();
      assertThat(requests(scene).where(r -> r.at().isBefore(firstProbeAt)).size())
          .as("the failures that open it, and what was in flight beside the last of them")
          .isLessThanOrEqualTo(14);
      assertThat(gaps.get(0)).isGreaterThanOrEqualTo(CAP.dividedBy(2));
      assertThat(gaps.subList(1, gaps.size()))
          .as("the open time has grown to its cap")
          .allSatisfy(gap -> assertThat(gap).isGreaterThanOrEqualTo(CAP));

      scene.receiver().on("/down").answer(200);
      scene.awaitHealth("acme", health -> !health.holds());
      scene.awaitAllDelivered(EVENTS, Scene.LATER);

      List<ReceivedRequest> delivered = scene.receiver().successes();
      assertThat(delivered).as("each once").hasSize(EVENTS);
      Pace.assertKept(Arrivals.of(delivered), RATE);
      int failed = scene.receiver().requests().size() - delivered.size();
      assertThat(delivered.stream().mapToInt(request -> Arrivals.attempt(request) - 1).sum())
          .as("attempts used up, and requests that failed")
          .isEqualTo(failed)
          .isLessThan(30);
      OnceBack trips = scene.onceBack().assertKept();
      assertThat(trips.delayed() - failed)
          .as("put off without an attempt, for all of them together")
          .isLessThan(EVENTS / 4);
      assertThat(scene.broker().readAll(scene.broker().topics().dlq())).isEmpty();
      System.out.printf(
          "times between probes %s; %d delivered in %s; parked %d times, put off %d times%n",
          gaps, EVENTS, Arrivals.of(delivered).length(), trips.parked(), trips.delayed() - failed);
    }
  }

  private static Arrivals requests(Scene scene) {
    return Arrivals.of(scene.receiver().requests());
  }
}
