package dev.barid.faults.scene;

import static org.assertj.core.api.Assertions.assertThat;

import dev.barid.core.delivery.HeaderNames;
import dev.barid.testkit.StoredRecord;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Dispatcher and scheduler die while a large backlog is being parked, is parked, and flows. */
@Timeout(900)
class KilledWhileParkedIT {

  private static final int EVENTS = 50_000;
  private static final String LIMITS = "\"concurrency\":50,\"ratePerSecond\":500";

  @TempDir Path dir;

  @Test
  @Tag("R-D1")
  @Tag("R-D4")
  @Tag("R-I6")
  void fiftyThousandEventsAreParkedOnceReleasedOnceAndDelivered() {
    try (Scene scene = Scene.start(dir)) {
      String parked = scene.broker().topics().parked();
      scene.put("acme", "/orders", LIMITS + ",\"state\":\"paused\"");
      scene.send("acme", EVENTS);
      scene.awaitEnd(parked, EVENTS / 5, Scene.LATER);
      killAndRestartDispatcher(scene);
      scene.awaitEnd(parked, EVENTS / 2, Scene.LATER);
      killAndRestartScheduler(scene);
      scene.awaitEnd(parked, EVENTS, Scene.LATER);
      scene.awaitNoLag();
      assertParkedOnce(scene.broker().readAll(parked));

      killAndRestartScheduler(scene);
      killAndRestartDispatcher(scene);
      scene.dispatcher().awaitReady();
      scene.scheduler().awaitReady();
      assertThat(scene.receiver().requests()).as("none goes while it is paused").isEmpty();

      scene.put("acme", "/orders", LIMITS + ",\"state\":\"active\"");
      awaitRequests(scene, EVENTS / 5);
      killAndRestartDispatcher(scene);
      awaitRequests(scene, EVENTS * 2 / 5);
      killAndRestartScheduler(scene);
      awaitRequests(scene, EVENTS * 3 / 5);
      killAndRestartScheduler(scene);
      killAndRestartDispatcher(scene);
      scene.awaitAllDelivered(EVENTS, Scene.LATER);

      int repeats =
          Repeats.assertExplained(
              scene.receiver().requests(), scene.dispatcherKills(), Scene.ANSWERED_AT_ONCE);
      OnceBack trips = scene.onceBack().assertKept();
      assertThat(scene.broker().readAll(scene.broker().topics().dlq())).isEmpty();
      System.out.printf(
          "%d events, %d requests, %d of them made again; parked %d times, put off %d times%n",
          EVENTS, scene.receiver().requests().size(), repeats, trips.parked(), trips.delayed());
    }
  }

  private static void killAndRestartDispatcher(Scene scene) {
    scene.killDispatcher();
    scene.dispatcher().start();
  }

  private static void killAndRestartScheduler(Scene scene) {
    scene.scheduler().kill();
    scene.scheduler().start();
  }

  private static void awaitRequests(Scene scene, int count) {
    scene.awaitThat(
        count + " requests", Scene.LATER, () -> scene.receiver().requests().size() >= count);
  }

  private static void assertParkedOnce(List<StoredRecord> parked) {
    assertThat(
            parked.stream()
                .map(stored -> stored.header(HeaderNames.EVENT_ID).orElseThrow())
                .collect(Collectors.toSet()))
        .hasSize(EVENTS);
    assertThat(parked).as("each once, whatever died").hasSize(EVENTS);
  }
}
