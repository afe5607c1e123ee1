package dev.barid.dispatcher.worker;

import dev.barid.core.delivery.Delivery;
import dev.barid.core.delivery.History;
import dev.barid.core.delivery.Lifetime;
import dev.barid.core.delivery.SourceRecord;
import dev.barid.core.event.Event;
import dev.barid.core.net.EndpointUrl;
import dev.barid.core.policy.Policy;
import dev.barid.core.signing.WebhookSecret;
import dev.barid.core.subscriber.Endpoint;
import dev.barid.core.subscriber.EndpointState;
import dev.barid.core.subscriber.EventTypes;
import dev.barid.core.subscriber.Limits;
import dev.barid.core.subscriber.SigningSecret;
import dev.barid.dispatcher.offsets.OffsetTracker;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;

/** Plain values to test with. */
final class Samples {

  static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

  private static final String TOPIC = "barid.events";

  private Samples() {}

  static TrackedPartition partition(int number) {
    return new TrackedPartition(new TopicPartition(TOPIC, number), OffsetTracker.startAt(1, 0));
  }

  /** A record that its tracker has started. */
  static PolledRecord polled(TrackedPartition partition, long offset, int bodyBytes) {
    partition.tracker().started(offset);
    return new PolledRecord(
        partition,
        new SourceRecord(
            TOPIC,
            partition.topicPartition().partition(),
            offset,
            NOW.toEpochMilli(),
            "acme".getBytes(StandardCharsets.UTF_8),
            new byte[bodyBytes],
            new RecordHeaders()));
  }

  static Delivery delivery(String endpoint, History history) {
    return new Delivery(
        new Event(
            "acme",
            "evt-0-1",
            Optional.of("order.made"),
            new byte[] {1, 2, 3},
            List.of(),
            NOW.toEpochMilli(),
            TOPIC + "-0-1"),
        endpoint,
        history);
  }

  static History until(Instant giveUpAt) {
    return History.NONE.within(new Lifetime(NOW, giveUpAt));
  }

  static QueuedDelivery queued(PolledRecord polled) {
    return new QueuedDelivery(polled, delivery("orders", History.NONE), OptionalLong.empty());
  }

  static Endpoint endpoint(String id, EndpointState state) {
    return new Endpoint(
        id,
        new Endpoint.Target(EndpointUrl.parse("url", "https://hooks.example/in"), Map.of()),
        List.of(SigningSecret.lasting(WebhookSecret.generate(new Random(1)))),
        EventTypes.ALL,
        new Endpoint.Standing(state, 0),
        Policy.STANDARD,
        Limits.DEFAULT);
  }
}
