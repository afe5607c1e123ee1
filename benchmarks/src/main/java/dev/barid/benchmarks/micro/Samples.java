package dev.barid.benchmarks.micro;

import dev.barid.benchmarks.stage.Subscribers;
import dev.barid.core.attempt.AttemptResult;
import dev.barid.core.delivery.Delivery;
import dev.barid.core.delivery.HeaderNames;
import dev.barid.core.delivery.History;
import dev.barid.core.delivery.LastAttempt;
import dev.barid.core.delivery.Lifetime;
import dev.barid.core.event.Event;
import dev.barid.core.policy.Policy;
import dev.barid.core.signing.WebhookSecret;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;

/** What the parts are given: an event such as the other benchmarks send, with usual headers. */
final class Samples {

  static final Instant NOW = Instant.parse("2026-01-01T00:00:00.123Z");

  private static final int BYTES = 1_024;

  private Samples() {}

  static byte[] body() {
    byte[] body = new byte[BYTES];
    Arrays.fill(body, (byte) 'x');
    return body;
  }

  static WebhookSecret secret() {
    return WebhookSecret.parse("secret", Subscribers.SECRET);
  }

  /** What a producer of CloudEvents with a trace sends along. */
  static List<Header> producersHeaders() {
    return List.of(
        header(HeaderNames.CE_TYPE, "order.paid"),
        header(HeaderNames.CONTENT_TYPE, "application/json"),
        header(HeaderNames.TRACEPARENT, "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"));
  }

  static Event event() {
    return new Event(
        Subscribers.id(1),
        "evt-3-1234567",
        Optional.of("order.paid"),
        body(),
        producersHeaders(),
        NOW.toEpochMilli(),
        "barid.events-3-1234567");
  }

  static Delivery firstAttempt() {
    return new Delivery(event(), "main", History.NONE);
  }

  /** One that was answered with 503 once. */
  static Delivery retry() {
    Lifetime lifetime =
        Lifetime.starting(NOW, Policy.STANDARD.giveUpAfter(), NOW, Optional.empty());
    LastAttempt last = LastAttempt.of(NOW, new AttemptResult.Answered(503));
    return new Delivery(event(), "main", History.NONE.within(lifetime).attempted(last));
  }

  private static Header header(String name, String value) {
    return new RecordHeader(name, value.getBytes(StandardCharsets.UTF_8));
  }
}
