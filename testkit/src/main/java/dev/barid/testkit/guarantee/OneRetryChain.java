package dev.barid.testkit.guarantee;

import dev.barid.core.attempt.AttemptEntry;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A delivery is in one place at a time: whatever crashes, each step of it exists once, and it never
 * splits in two.
 *
 * <p>A step is named by the attempts made and the deferrals since: every record that a dispatcher
 * writes to a delay tier raises one of the two, so within one life of a delivery there is at most
 * one with the same numbers. Parking changes neither, so it may happen again and again with the
 * same numbers, but each time the delivery must have come back in between; and it comes back once
 * for each record that waited. Each attempt has at most one entry, and each life at most one end. A
 * chain that splits nowhere else shows there, since each of its branches ends.
 */
public final class OneRetryChain implements Guarantee {

  private record Life(DeliveryId delivery, long acceptedAtMs) {}

  private record State(int attempts, int deferrals) {}

  /** How many records of a state there are. */
  private static final class Counts {
    int waiting;
    int parked;
    int comingBack;

    void add(Step.Place place) {
      switch (place) {
        case WAITING -> waiting++;
        case PARKED -> parked++;
        case COMING_BACK -> comingBack++;
      }
    }
  }

  @Override
  public List<String> violations(Observation observed) {
    List<String> violations = new ArrayList<>();
    checkSteps(observed.topics(), violations);
    checkAttemptsAndEnds(observed.topics(), violations);
    return violations;
  }

  private static void checkSteps(TopicContents topics, List<String> violations) {
    Map<Life, Map<State, Counts>> lives = new LinkedHashMap<>();
    for (Step step : topics.steps()) {
      if (!step.opensLife()) {
        lives
            .computeIfAbsent(new Life(step.delivery(), step.acceptedAtMs()), n -> new HashMap<>())
            .computeIfAbsent(new State(step.attempts(), step.deferrals()), n -> new Counts())
            .add(step.place());
      }
    }
    lives.forEach(
        (life, states) ->
            states.forEach((state, counts) -> checkState(life, state, counts, violations)));
  }

  private static void checkState(Life life, State state, Counts counts, List<String> violations) {
    String where =
        "%s after %d attempts and %d deferrals: "
            .formatted(life.delivery(), state.attempts(), state.deferrals());
    if (counts.waiting > 1) {
      violations.add(where + "written " + counts.waiting + " times to delay tiers");
    }
    if (counts.comingBack > counts.waiting + counts.parked) {
      violations.add(
          "%scame back %d times, having waited %d and been parked %d times"
              .formatted(where, counts.comingBack, counts.waiting, counts.parked));
    }
    boolean isFirst = state.attempts() == 0 && state.deferrals() == 0;
    int taken = counts.comingBack + (isFirst ? 1 : 0);
    if (counts.parked > taken) {
      violations.add(
          "%sparked %d times, having been taken in %d times"
              .formatted(where, counts.parked, taken));
    }
  }

  private static void checkAttemptsAndEnds(TopicContents topics, List<String> violations) {
    Lives lives = new Lives(topics);
    Map<DeliveryId, Map<Integer, Integer>> entries = new LinkedHashMap<>();
    Map<DeliveryId, Integer> ends = new LinkedHashMap<>();
    for (AttemptEntry entry : topics.attempts()) {
      DeliveryId delivery = DeliveryId.of(entry.eventId(), entry.subscriber(), entry.endpoint());
      entries
          .computeIfAbsent(delivery, n -> new HashMap<>())
          .merge(entry.attempt(), 1, Integer::sum);
      if (entry.outcome().equals("delivered")) {
        ends.merge(delivery, 1, Integer::sum);
      }
    }
    topics.letters().forEach(letter -> ends.merge(letter.delivery(), 1, Integer::sum));
    entries.forEach(
        (delivery, counts) ->
            counts.forEach(
                (attempt, count) -> {
                  if (count > lives.of(delivery)) {
                    violations.add(
                        "%s: %d entries of attempt %d".formatted(delivery, count, attempt));
                  }
                }));
    ends.forEach(
        (delivery, count) -> {
          if (count > lives.of(delivery)) {
            violations.add("%s: ended %d times".formatted(delivery, count));
          }
        });
  }
}
