package dev.barid.faults.scene;

import static org.assertj.core.api.Assertions.assertThat;

import dev.barid.testkit.ReceivedRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Attempts that were made twice, which only the death of a dispatcher explains. */
final class Repeats {

  /** A busy machine's time from an answer to the commit that remembers it. */
  private static final Duration NOT_COMMITTED_YET = Duration.ofSeconds(5);

  /** What the dead process had sent arrives still; a JVM's start takes longer. */
  private static final Duration ON_THE_WAY = Duration.ofMillis(500);

  private Repeats() {}

  /**
   * Every attempt that was made again had been in flight when a dispatcher was killed, or its
   * outcome was not committed yet.
   *
   * @param kills when dispatchers were gone after a kill
   * @param longest how long an attempt may have been in flight
   * @return how many were made again
   */
  static int assertExplained(
      List<ReceivedRequest> requests, List<Instant> kills, Duration longest) {
    Duration unsure = longest.plus(NOT_COMMITTED_YET);
    Map<String, List<ReceivedRequest>> byAttempt = new HashMap<>();
    for (ReceivedRequest request : requests) {
      byAttempt
          .computeIfAbsent(
              Arrivals.eventId(request) + " attempt " + Arrivals.attempt(request),
              unknown -> new ArrayList<>())
          .add(request);
    }
    int repeats = 0;
    List<String> unexplained = new ArrayList<>();
    for (Map.Entry<String, List<ReceivedRequest>> each : byAttempt.entrySet()) {
      List<ReceivedRequest> made = each.getValue();
      made.sort(Comparator.comparing(ReceivedRequest::at));
      for (int again = 1; again < made.size(); again++) {
        repeats++;
        Instant before = made.get(again - 1).at();
        Instant after = made.get(again).at();
        if (kills.stream().noneMatch(kill -> explains(kill, unsure, before, after))) {
          unexplained.add(each.getKey() + " at " + before + " and " + after);
        }
      }
    }
    assertThat(unexplained).as("made again, with kills at %s", kills).isEmpty();
    return repeats;
  }

  private static boolean explains(Instant kill, Duration unsure, Instant before, Instant after) {
    return before.isAfter(kill.minus(unsure))
        && before.isBefore(kill.plus(ON_THE_WAY))
        && after.isAfter(kill);
  }
}
