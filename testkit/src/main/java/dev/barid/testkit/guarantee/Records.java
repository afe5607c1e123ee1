package dev.barid.testkit.guarantee;

import dev.barid.core.subscriber.Endpoint;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** When the records that requests were made for had been written, and when they were finished. */
final class Records {

  /** An answer's way back, and the timer's lateness. */
  private static final Duration SLACK = Duration.ofSeconds(1);

  private final Endpoints endpoints;
  private final Map<String, Instant> published = new HashMap<>();
  private final Map<DeliveryId, List<Step>> steps = new HashMap<>();
  private final Map<DeliveryId, Arrival> firstArrivals = new HashMap<>();

  /** By event and subscriber. */
  private final Map<DeliveryId, List<DeliveryId>> siblings = new HashMap<>();

  Records(Observation observed) {
    endpoints = observed.endpoints();
    observed.published().forEach(event -> published.putIfAbsent(event.eventId(), event.at()));
    observed
        .topics()
        .steps()
        .forEach(
            step -> steps.computeIfAbsent(step.delivery(), unseen -> new ArrayList<>()).add(step));
    for (Arrival arrival : observed.arrivals()) {
      if (firstArrivals.putIfAbsent(arrival.delivery(), arrival) == null) {
        siblings
            .computeIfAbsent(arrival.delivery().ofEvent(), unseen -> new ArrayList<>())
            .add(arrival.delivery());
      }
    }
  }

  /**
   * When the record that a request was made for had been written: at the latest then, not later.
   */
  Instant writtenBefore(Arrival request) {
    return steps.getOrDefault(request.delivery(), List.of()).stream()
        .filter(step -> step.place() == Step.Place.COMING_BACK)
        .filter(step -> step.attempts() == request.attempt() - 1)
        .map(Step::at)
        .filter(at -> !at.isAfter(request.at()))
        .max(Instant::compareTo)
        .orElse(published.getOrDefault(request.delivery().eventId(), Instant.MIN));
  }

  /** When a request ended; if nobody wrote it, when it must have ended at the latest. */
  Instant endOf(Arrival request) {
    Duration timeout =
        endpoints
            .find(request.delivery().endpoint())
            .map(Endpoint::policy)
            .map(policy -> policy.timeout())
            .orElse(Duration.ZERO);
    return request.endedAt().orElse(request.at().plus(timeout).plus(SLACK));
  }

  /** When all deliveries of the record that a request was made for had come to something. */
  Instant finishedAt(Arrival request) {
    Instant own = endOf(request);
    if (request.attempt() > 1) {
      return own;
    }
    return siblings.getOrDefault(request.delivery().ofEvent(), List.of()).stream()
        .map(this::firstOutcome)
        .flatMap(Optional::stream)
        .reduce(own, (one, other) -> one.isAfter(other) ? one : other);
  }

  /** When a delivery came to something for the first time: put off, parked, or attempted. */
  private Optional<Instant> firstOutcome(DeliveryId delivery) {
    Optional<Instant> attempted = Optional.ofNullable(firstArrivals.get(delivery)).map(this::endOf);
    Optional<Instant> written =
        steps.getOrDefault(delivery, List.of()).stream()
            .filter(step -> step.place() != Step.Place.COMING_BACK)
            .map(Step::at)
            .min(Instant::compareTo);
    return Stream.of(attempted, written).flatMap(Optional::stream).min(Instant::compareTo);
  }
}
