package dev.barid.testkit.guarantee;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * An endpoint gets an attempt twice, or an event that it took already, only if the first time was
 * in flight, or not yet committed, when its dispatcher lost it.
 *
 * <p>A request repeats another one if it is of the same attempt, or if it comes after a success
 * that no repeat has undone, and that the dispatcher learned of: its answer may be on its way when
 * the time for it is over. What explains it, by the kind of disturbance:
 *
 * <ul>
 *   <li>killed: the first one's record was unfinished when it was killed, or finished so shortly
 *       before that its outcome was not committed;
 *   <li>stalled: the same; and what it had read before it stalled it may still send until it knows
 *       that it was replaced, while its successor does too;
 *   <li>any of these, and restarted: the first one was in flight for longer than a partition that
 *       leaves waits for it, while partitions moved;
 *   <li>brokers away: the first one's outcome could not be written meanwhile.
 * </ul>
 *
 * <p>A record that stands for several endpoints is finished when the last of them is.
 */
public final class RepeatsOnlyInFlight implements Guarantee {

  /**
   * From when a kill or a freeze is ordered until the process is gone or stands still; seen: 5 and
   * 53 ms, with a request in them.
   */
  private static final Duration DYING = Duration.ofMillis(250);

  private final List<Disturbance> disturbances;
  private final Windows windows;

  /** Nothing was disturbed: nothing may repeat. */
  public RepeatsOnlyInFlight() {
    this(List.of(), Windows.STANDARD);
  }

  public RepeatsOnlyInFlight(List<Disturbance> disturbances, Windows windows) {
    this.disturbances =
        disturbances.stream().sorted(Comparator.comparing(Disturbance::kind)).toList();
    this.windows = windows;
  }

  @Override
  public List<String> violations(Observation observed) {
    return repeats(observed).stream()
        .filter(repeat -> repeat.cause().isEmpty())
        .map(Repeat::toString)
        .toList();
  }

  /** All repeats, explained or not, by delivery. */
  public List<Repeat> repeats(Observation observed) {
    Records records = new Records(observed);
    Lives lives = new Lives(observed.topics());
    Set<Request> unanswered = unanswered(observed);
    List<Repeat> repeats = new ArrayList<>();
    byDelivery(observed)
        .forEach(
            (delivery, arrivals) -> {
              int allowed = lives.of(delivery);
              for (int i = 0; i < arrivals.size(); i++) {
                Arrival again = arrivals.get(i);
                List<Arrival> earlier =
                    repeated(again, arrivals.subList(0, i), allowed, unanswered);
                if (!earlier.isEmpty()) {
                  repeats.add(new Repeat(again, earlier, cause(earlier, records)));
                }
              }
            });
    return repeats;
  }

  /** How many requests were at risk to be repeated because of a disturbance: the most that may. */
  public long atRisk(Observation observed, Disturbance disturbance) {
    Records records = new Records(observed);
    return observed.arrivals().stream()
        .filter(arrival -> explains(disturbance, arrival, records))
        .count();
  }

  private record Request(DeliveryId delivery, int attempt) {}

  /** Those that were given up before their answer had come, whatever the endpoint made of them. */
  private static Set<Request> unanswered(Observation observed) {
    return observed.topics().attempts().stream()
        .filter(entry -> entry.status().isEmpty())
        .map(
            entry ->
                new Request(
                    DeliveryId.of(entry.eventId(), entry.subscriber(), entry.endpoint()),
                    entry.attempt()))
        .collect(Collectors.toSet());
  }

  private static Map<DeliveryId, List<Arrival>> byDelivery(Observation observed) {
    Map<DeliveryId, List<Arrival>> byDelivery = new LinkedHashMap<>();
    observed
        .arrivals()
        .forEach(
            arrival ->
                byDelivery
                    .computeIfAbsent(arrival.delivery(), unseen -> new ArrayList<>())
                    .add(arrival));
    return byDelivery;
  }

  /**
   * What the request repeats; empty if it is none too many.
   *
   * @param lives how often the delivery began anew: each time its attempts are counted anew, too
   */
  private static List<Arrival> repeated(
      Arrival again, List<Arrival> before, int lives, Set<Request> unanswered) {
    List<Arrival> same = before.stream().filter(a -> a.attempt() == again.attempt()).toList();
    if (same.size() >= lives) {
      return same;
    }
    boolean follows =
        before.stream()
            .filter(a -> a.attempt() == again.attempt() - 1)
            .anyMatch(
                a -> !a.isSuccess() || unanswered.contains(new Request(a.delivery(), a.attempt())));
    List<Arrival> successes = before.stream().filter(Arrival::isSuccess).toList();
    return same.isEmpty() && !follows && successes.size() >= lives ? successes : List.of();
  }

  private Optional<Disturbance> cause(List<Arrival> earlier, Records records) {
    return disturbances.stream()
        .filter(cause -> earlier.stream().anyMatch(first -> explains(cause, first, records)))
        .findFirst();
  }

  private boolean explains(Disturbance cause, Arrival first, Records records) {
    return switch (cause.kind()) {
      case KILLED ->
          wasOpen(cause, first, records, cause.from().plus(DYING)) || moved(cause, first, records);
      case STALLED ->
          (wasOpen(cause, first, records, cause.until().plus(windows.fencing()))
                  && !records.writtenBefore(first).isAfter(cause.from().plus(DYING)))
              || moved(cause, first, records);
      case RESTARTED -> moved(cause, first, records);
      case BROKERS_AWAY -> wasOpen(cause, first, records, cause.until().plus(windows.settling()));
      case HARMLESS -> false;
    };
  }

  /** Its outcome may have been uncommitted at some time from the disturbance's begin on. */
  private boolean wasOpen(Disturbance cause, Arrival first, Records records, Instant latestStart) {
    return !first.at().isAfter(latestStart)
        && !records.finishedAt(first).isBefore(cause.from().minus(windows.commit()));
  }

  /** It was in flight for long while partitions may have moved. */
  private boolean moved(Disturbance cause, Arrival first, Records records) {
    Instant end = records.endOf(first);
    return Duration.between(first.at(), end).compareTo(windows.drain()) >= 0
        && !first.at().isAfter(cause.until().plus(windows.settling()))
        && !end.isBefore(cause.from());
  }
}
