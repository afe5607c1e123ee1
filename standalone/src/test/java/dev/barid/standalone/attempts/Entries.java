package dev.barid.standalone.attempts;

import dev.barid.core.attempt.AttemptEntry;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Attempts as a dispatcher logs them. */
final class Entries {

  static final Instant NOON = Instant.parse("2026-05-01T12:00:00Z");

  private Entries() {}

  static AttemptEntry delivered(String subscriber, String event, Instant time, int attempt) {
    return new AttemptEntry(
        time,
        subscriber,
        "orders",
        event,
        Optional.of("order.created"),
        attempt,
        attempt == 1 ? "first" : "retry",
        Optional.of(200),
        Optional.empty(),
        Optional.empty(),
        85,
        "thanks",
        "delivered",
        Optional.empty());
  }

  static AttemptEntry answered(String event, Instant time, int attempt, int status, String said) {
    return new AttemptEntry(
        time,
        "acme",
        "orders",
        event,
        Optional.of("order.created"),
        attempt,
        attempt == 1 ? "first" : "retry",
        Optional.of(status),
        Optional.of("http"),
        Optional.of("HTTP " + status),
        1_204,
        said,
        "retry",
        Optional.of(time.plus(Duration.ofSeconds(58))));
  }

  static AttemptEntry timedOut(String event, Instant time, int attempt) {
    return new AttemptEntry(
        time,
        "acme",
        "orders",
        event,
        Optional.empty(),
        attempt,
        "retry",
        Optional.empty(),
        Optional.of("timeout"),
        Optional.of("timeout: no answer in 15s"),
        15_000,
        "",
        "dead-lettered",
        Optional.empty());
  }
}
