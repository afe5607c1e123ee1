package dev.barid.faults.scene;

import static org.assertj.core.api.Assertions.assertThat;

import dev.barid.core.health.EndpointHealth;
import dev.barid.testkit.Behavior;
import dev.barid.testkit.ReceivedRequest;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The dispatcher dies in each state of a breaker; its successor goes on from there. */
@Timeout(300)
class KilledInEachBreakerStateIT {

  private static final int EVENTS = 1_000;
  private static final int CONCURRENCY = 10;
  private static final int FAILURES = 5;
  private static final Duration OPEN_FOR = Duration.ofSeconds(1);
  private static final Duration CAP = Duration.ofSeconds(4);
  private static final Duration TIMEOUT = Duration.ofSeconds(6);

  private static final String ENTRY =
      "\"concurrency\":10,\"ratePerSecond\":200,\"policy\":{\"timeout\":\"6s\","
          + "\"backoff\":{\"base\":\"200ms\",\"cap\":\"1s\"},"
          + "\"breaker\":{\"failures\":5,\"openFor\":\"1s\",\"openForCap\":\"4s\"}}";

  @TempDir Path dir;
  private Scene scene;

  @BeforeEach
  void start() {
    scene = Scene.start(dir);
    scene.put("acme", "/down", ENTRY);
  }

  @AfterEach
  void stop() {
    scene.close();
  }

  @Test
  @Tag("R-I3")
  @Tag("R-D4")
  void closedWithAStreakOfFailuresItOpensAfterNoMoreThanTheLimitAgain() {
    scene
        .receiver()
        .on("/down")
        .behave(
            Behavior.answer(500), Behavior.answer(500), Behavior.answer(500), new Behavior.Hang());
    scene.send("acme", EVENTS);
    // Three failures, the places that they left filled again.
    scene.receiver().awaitRequests(3 + CONCURRENCY, Scene.SOON);
    scene.broker().awaitRecords(scene.broker().topics().attempts(), 3, Scene.SOON);
    assertThat(scene.healths("acme")).as("closed").isEmpty();
    scene.killDispatcher();
    scene.receiver().on("/down").answer(500);

    Instant restarted = restart();

    scene.awaitHealth("acme", EndpointHealth::holds);
    Instant firstProbeAt = scene.healths("acme").get(0).openPeriod().orElseThrow().openUntil();
    awaitSince(firstProbeAt, 4);
    assertThat(since(restarted).where(r -> r.at().isBefore(firstProbeAt)).size())
        .as("the failures that open it, and what was in flight beside the last of them")
        .isLessThanOrEqualTo(FAILURES + CONCURRENCY - 1);
    assertProbes(since(firstProbeAt));
    itRecovers();
  }

  @Test
  @Tag("R-I3")
  @Tag("R-I4")
  @Tag("R-D4")
  void openWithABacklogParkedItSendsNothingButOneProbePerInterval() {
    scene.receiver().on("/down").answer(500);
    scene.send("acme", EVENTS);
    scene.awaitHealth("acme", EndpointHealth::holds);
    scene.awaitEnd(scene.broker().topics().parked(), EVENTS - 50, Scene.SOON);
    scene.killDispatcher();

    Instant restarted = restart();

    awaitSince(restarted, 4);
    assertProbes(since(restarted));
    itRecovers();
  }

  @Test
  @Tag("R-I3")
  @Tag("R-I4")
  @Tag("R-D4")
  void halfOpenWithTheProbeInFlightItSendsThatProbeAgainAndNothingElse() {
    scene.receiver().on("/down").answer(500);
    scene.send("acme", EVENTS);
    scene.awaitHealth("acme", EndpointHealth::holds);
    scene.receiver().on("/down").hang();
    Instant hangs = Instant.now();
    ReceivedRequest probe = awaitSince(hangs, 1).get(0);
    scene.killDispatcher();

    Instant restarted = restart();

    ReceivedRequest again = awaitSince(restarted, 1).get(0);
    assertThat(again.text()).as("its end is unknown").isEqualTo(probe.text());
    assertThat(Arrivals.attempt(again)).isEqualTo(Arrivals.attempt(probe));
    awaitSince(restarted, 2);
    assertThat(since(restarted).gaps().get(0))
        .as("the next one, after that one's time-out and an open time")
        .isGreaterThanOrEqualTo(TIMEOUT.plus(OPEN_FOR));
    itRecovers();
  }

  /** Starts the dispatcher again; from when on requests are its own. */
  private Instant restart() {
    Instant now = Instant.now();
    scene.dispatcher().start();
    return now;
  }

  private List<ReceivedRequest> awaitSince(Instant from, int count) {
    scene.receiver().awaitRequests(all -> count(all, from) >= count, Scene.SOON);
    return since(from).requests();
  }

  private static long count(List<ReceivedRequest> all, Instant from) {
    return all.stream().filter(request -> !request.at().isBefore(from)).count();
  }

  private Arrivals since(Instant from) {
    return Arrivals.of(scene.receiver().requests()).since(from);
  }

  /** One at a time, each an open time after the one before, and the open time grows to its cap. */
  private static void assertProbes(Arrivals probes) {
    List<Duration> gaps = probes.gaps();
    System.out.println("times between probes: " + gaps);
    assertThat(gaps).hasSizeGreaterThanOrEqualTo(2);
    assertThat(gaps).allSatisfy(gap -> assertThat(gap).isGreaterThanOrEqualTo(OPEN_FOR));
    assertThat(gaps.get(gaps.size() - 1)).isGreaterThanOrEqualTo(CAP);
  }

  /** The endpoint comes back: the breaker closes, and every event arrives. */
  private void itRecovers() {
    scene.receiver().on("/down").answer(200);
    scene.awaitHealth("acme", health -> !health.holds());
    scene.awaitAllDelivered(EVENTS, Scene.LATER);
    int repeats =
        Repeats.assertExplained(scene.receiver().requests(), scene.dispatcherKills(), TIMEOUT);
    assertThat(Arrivals.of(scene.receiver().successes()).byEvent()).hasSize(EVENTS);
    assertThat(scene.receiver().successes()).as("none was answered twice").hasSize(EVENTS);
    assertThat(scene.broker().readAll(scene.broker().topics().dlq())).isEmpty();
    OnceBack trips = scene.onceBack().assertKept();
    System.out.printf(
        "attempts made again: %d, parked %d, delayed %d%n",
        repeats, trips.parked(), trips.delayed());
  }
}
