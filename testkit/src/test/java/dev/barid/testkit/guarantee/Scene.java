package dev.barid.testkit.guarantee;

import dev.barid.core.attempt.AttemptEntry;
import dev.barid.core.subscriber.SubscriberJson;
import dev.barid.testkit.guarantee.Disturbance.Kind;
import dev.barid.testkit.guarantee.Step.Place;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A run made up: what {@code acme} was sent and what became of it. Its endpoint {@code orders} asks
 * for {@code order.*}, {@code audit} for everything; three attempts at most. Times are seconds.
 */
final class Scene {
  static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  private static final String ENTRY =
      """
      {"id":"acme","endpoints":[
        {"id":"orders","url":"http://127.0.0.1:1/orders","eventTypes":["order.*"],
         "secrets":["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"],
         "policy":{"maxAttempts":3,"timeout":"5s"}},
        {"id":"audit","url":"http://127.0.0.1:1/audit",
         "secrets":["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"],
         "policy":{"maxAttempts":3,"timeout":"5s"}}]}
      """;

  private final List<Published> published = new ArrayList<>();
  private final List<Arrival> arrivals = new ArrayList<>();
  private final List<Step> steps = new ArrayList<>();
  private final List<Letter> letters = new ArrayList<>();
  private final List<AttemptEntry> entries = new ArrayList<>();
  private long acceptedAtMs = START.toEpochMilli();

  static Instant at(double seconds) {
    return START.plus(Duration.ofMillis((long) (seconds * 1_000)));
  }

  static Disturbance disturbance(Kind kind, double from, double until) {
    return new Disturbance(kind, kind.name(), at(from), at(until));
  }

  Scene published(String id, String type) {
    return published(id, type, 0);
  }

  Scene published(String id, String type, double seconds) {
    published.add(new Published(id, "acme", Optional.of(type), at(seconds), true));
    return this;
  }

  /** Sent, but never acknowledged. */
  Scene maybePublished(String id, String type) {
    published.add(new Published(id, "acme", Optional.of(type), START, false));
    return this;
  }

  /** Arrives, and is answered after so many seconds. */
  Scene arrives(String id, String endpoint, int attempt, double seconds, double took, int status) {
    arrivals.add(
        new Arrival(
            DeliveryId.of(id, "acme", endpoint),
            at(seconds),
            attempt,
            OptionalInt.of(status),
            Optional.of(at(seconds + took)),
            true));
    return this;
  }

  /** Arrives, and is never answered. */
  Scene hangs(String id, String endpoint, int attempt, double seconds, double closedAfter) {
    arrivals.add(
        new Arrival(
            DeliveryId.of(id, "acme", endpoint),
            at(seconds),
            attempt,
            OptionalInt.empty(),
            Optional.of(at(seconds + closedAfter)),
            false));
    return this;
  }

  /** Arrives, and the connection closes while a 200 is written. */
  Scene cutOff(String id, String endpoint, int attempt, double seconds) {
    arrivals.add(
        new Arrival(
            DeliveryId.of(id, "acme", endpoint),
            at(seconds),
            attempt,
            OptionalInt.of(200),
            Optional.of(at(seconds)),
            false));
    return this;
  }

  Scene step(Place place, String id, int attempts, int deferrals, double seconds) {
    steps.add(
        new Step(
            place,
            DeliveryId.of(id, "acme", "orders"),
            acceptedAtMs,
            attempts,
            deferrals,
            false,
            at(seconds)));
    return this;
  }

  /** What follows is of the delivery's next life. */
  Scene redriven(String id) {
    acceptedAtMs++;
    steps.add(
        new Step(
            Place.COMING_BACK,
            DeliveryId.of(id, "acme", "orders"),
            acceptedAtMs,
            0,
            0,
            true,
            START));
    return this;
  }

  Scene letter(String id, String endpoint, int attempts) {
    letters.add(
        new Letter(
            DeliveryId.of(id, "acme", endpoint),
            "events-0-" + letters.size() + "/" + endpoint,
            "exhausted",
            attempts,
            START));
    return this;
  }

  Scene logged(String id, int attempt, String outcome) {
    return logged(id, attempt, outcome, Optional.of(200));
  }

  /** The log says that an attempt was given up before its answer had come. */
  Scene unanswered(String id, int attempt) {
    return logged(id, attempt, "retry", Optional.empty());
  }

  private Scene logged(String id, int attempt, String outcome, Optional<Integer> status) {
    entries.add(
        new AttemptEntry(
            START,
            "acme",
            "orders",
            id,
            Optional.empty(),
            attempt,
            attempt == 1 ? "first" : "retry",
            status,
            Optional.empty(),
            Optional.empty(),
            1,
            "",
            outcome,
            Optional.empty()));
    return this;
  }

  Observation observed() {
    return new Observation(
        published,
        Endpoints.of(List.of(SubscriberJson.readStored(ENTRY.getBytes(StandardCharsets.UTF_8)))),
        arrivals,
        new TopicContents(published, steps, letters, entries));
  }
}
