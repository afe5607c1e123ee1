package dev.barid.benchmarks.scheduler;

import dev.barid.benchmarks.stage.Sending;
import dev.barid.benchmarks.stage.Subscribers;
import dev.barid.cli.Progress;
import dev.barid.core.attempt.AttemptResult;
import dev.barid.core.delivery.Delivery;
import dev.barid.core.delivery.History;
import dev.barid.core.delivery.LastAttempt;
import dev.barid.core.delivery.Lifetime;
import dev.barid.core.delivery.RecordWriter;
import dev.barid.core.delivery.TopicRecord;
import dev.barid.core.event.Event;
import dev.barid.core.health.EndpointHealth;
import dev.barid.core.health.HealthJson;
import dev.barid.core.subscriber.EndpointKey;
import dev.barid.core.topic.Partitions;
import dev.barid.core.topic.RetryTier;
import dev.barid.core.topic.RetryTiers;
import dev.barid.core.topic.Topics;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;

/**
 * Writes deliveries to the scheduler's topics as the dispatcher does after a failed attempt. Bodies
 * are letters at random, which compress to three quarters: the records' own size is measured, not
 * the compression.
 */
final class PendingLoad {

  /** Whose deliveries are parked. */
  static final EndpointKey HELD = new EndpointKey("held", "main");

  /** The one tier that all wait in: the longest, so that those due share it with those far off. */
  static final RetryTier TIER =
      RetryTiers.DEFAULT.tiers().get(RetryTiers.DEFAULT.tiers().size() - 1);

  private static final int SUBSCRIBERS = 1_000;
  private static final int BODY_BYTES = 1_024;
  private static final int LETTERS_BYTES = 4 << 20;
  private static final Duration LINGER = Duration.ofMillis(5);
  private static final Duration GIVE_UP_AFTER = Duration.ofDays(3);
  private static final List<Header> HEADERS =
      List.of(
          new RecordHeader("ce_type", "order.created".getBytes(StandardCharsets.UTF_8)),
          new RecordHeader("content-type", "application/json".getBytes(StandardCharsets.UTF_8)));

  private final Stage stage;
  private final SplittableRandom random = new SplittableRandom(1);
  private final byte[] letters = new byte[LETTERS_BYTES];

  PendingLoad(Stage stage) {
    this.stage = stage;
    for (int i = 0; i < letters.length; i++) {
      letters[i] = (byte) ('0' + random.nextInt(64));
    }
  }

  /** Writes deliveries that wait in {@link #TIER}, the subscribers in turns. */
  void waiting(Wave wave) {
    Topics topics = stage.topics();
    String topic = topics.retry(TIER);
    try (Sending sending = stage.broker().sendingCompressed(LINGER);
        Progress progress = stage.report().progress("written", wave.count())) {
      for (int i = 0; i < wave.count(); i++) {
        int number = wave.first() + i;
        String subscriber = Subscribers.id(number % SUBSCRIBERS);
        long dueMs = wave.dueMs().applyAsLong(number);
        Instant now = Instant.now();
        Delivery delivery = delivery(subscriber, new Mark(wave.kind(), number, dueMs), now);
        sending.send(
            RecordWriter.waiting(
                topic, partition(subscriber), now, Instant.ofEpochMilli(dueMs), delivery));
        progress.at(i + 1);
      }
    }
  }

  /** Writes deliveries of {@link #HELD} that are parked. */
  void parked(int count, EndpointHealth health) {
    int partition = partition(HELD.subscriber());
    try (Sending sending = stage.broker().sendingCompressed(LINGER);
        Progress progress = stage.report().progress("written", count)) {
      for (int number = 0; number < count; number++) {
        Instant now = Instant.now();
        Mark mark = new Mark(Mark.Kind.PARKED, number, now.toEpochMilli());
        sending.send(
            RecordWriter.parked(
                stage.topics(),
                partition,
                now,
                delivery(HELD.subscriber(), mark, now),
                health.version()));
        progress.at(number + 1);
      }
    }
  }

  /** Writes the health of {@link #HELD}. */
  void health(EndpointHealth health) {
    TopicRecord record =
        TopicRecord.keyed(
                stage.topics().endpointHealth(),
                System.currentTimeMillis(),
                HELD.toKey(),
                HealthJson.write(health))
            .in(partition(HELD.subscriber()));
    try (Sending sending = stage.broker().sendingCompressed(LINGER)) {
      sending.send(record);
    }
  }

  private int partition(String subscriber) {
    return Partitions.of(subscriber.getBytes(StandardCharsets.UTF_8), stage.broker().partitions());
  }

  private Delivery delivery(String subscriber, Mark mark, Instant now) {
    int partition = partition(subscriber);
    String origin = stage.topics().events() + "-" + partition + "-" + mark.number();
    Event event =
        new Event(
            subscriber,
            "evt-" + partition + "-" + mark.number(),
            Optional.of("order.created"),
            body(mark),
            HEADERS,
            now.toEpochMilli(),
            origin);
    History history =
        History.NONE
            .within(Lifetime.starting(now, GIVE_UP_AFTER, now, Optional.empty()))
            .attempted(LastAttempt.of(now, new AttemptResult.Answered(503)));
    return new Delivery(event, HELD.endpoint(), history);
  }

  private byte[] body(Mark mark) {
    byte[] body = new byte[BODY_BYTES];
    System.arraycopy(letters, random.nextInt(letters.length - body.length), body, 0, body.length);
    mark.write(body);
    return body;
  }
}
