package dev.barid.testkit.guarantee;

import static java.util.Objects.requireNonNull;

import dev.barid.core.attempt.AttemptEntry;
import dev.barid.core.delivery.Delivery;
import dev.barid.core.delivery.HeaderNames;
import dev.barid.core.delivery.History;
import dev.barid.core.delivery.Incoming;
import dev.barid.core.delivery.RecordReader;
import dev.barid.core.event.Event;
import dev.barid.core.subscriber.Ids;
import dev.barid.core.topic.RetryTiers;
import dev.barid.core.topic.Topics;
import dev.barid.testkit.StoredRecord;
import dev.barid.testkit.TestBroker;
import dev.barid.testkit.guarantee.Step.Place;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What the topics say of all deliveries; committed records alone.
 *
 * @param events the records of {@code events}
 * @param steps those of {@code retry.*}, {@code parked} and {@code redeliveries}; an event for all
 *     its endpoints that was moved to its own partition is none
 * @param letters those of {@code dlq}
 * @param attempts those of {@code attempts}
 */
public record TopicContents(
    List<Published> events, List<Step> steps, List<Letter> letters, List<AttemptEntry> attempts) {

  /** Reads all topics to their ends as of now. Waits for transactions that are open now. */
  public static TopicContents read(TestBroker broker, RetryTiers tiers) {
    Topics topics = broker.topics();
    Map<String, List<StoredRecord>> read = broker.readAll(names(topics, tiers));
    List<Letter> letters = in(read, topics.dlq()).map(TopicContents::letter).toList();
    List<AttemptEntry> attempts =
        in(read, topics.attempts())
            .map(stored -> AttemptEntry.fromJson(requireNonNull(stored.source().value())))
            .flatMap(Optional::stream)
            .toList();
    List<Step> steps = new ArrayList<>();
    in(read, topics.redeliveries()).forEach(stored -> addStep(Place.COMING_BACK, stored, steps));
    tiers
        .tiers()
        .forEach(
            tier ->
                in(read, topics.retry(tier))
                    .forEach(stored -> addStep(Place.WAITING, stored, steps)));
    in(read, topics.parked()).forEach(stored -> addStep(Place.PARKED, stored, steps));
    List<Published> events = in(read, topics.events()).map(TopicContents::published).toList();
    return new TopicContents(events, steps, letters, attempts);
  }

  /** Downstream first: what is in a topic has its cause in one behind it. */
  static List<String> names(Topics topics, RetryTiers tiers) {
    List<String> names =
        new ArrayList<>(List.of(topics.dlq(), topics.attempts(), topics.redeliveries()));
    tiers.tiers().forEach(tier -> names.add(topics.retry(tier)));
    names.add(topics.parked());
    names.add(topics.events());
    return names;
  }

  private static Stream<StoredRecord> in(Map<String, List<StoredRecord>> read, String topic) {
    return read.getOrDefault(topic, List.of()).stream();
  }

  private static void addStep(Place place, StoredRecord stored, List<Step> steps) {
    Incoming incoming = RecordReader.readRedelivery(stored.source());
    if (incoming instanceof Incoming.ForOne one) {
      Delivery delivery = one.delivery();
      steps.add(step(place, stored, delivery.event(), delivery.endpoint(), delivery.history()));
    } else if (incoming instanceof Incoming.ForAll all
        && all.retryReason().isPresent()
        && !all.rehomed()) {
      steps.add(step(place, stored, all.event(), "", History.NONE));
    }
  }

  private static Step step(
      Place place, StoredRecord stored, Event event, String endpoint, History history) {
    return new Step(
        place,
        DeliveryId.of(event.id(), event.subscriber(), endpoint),
        event.acceptedAtMs(),
        history.attempts(),
        history.deferrals(),
        place == Place.COMING_BACK && history.lifetime().isEmpty(),
        Instant.ofEpochMilli(stored.source().timestampMs()));
  }

  private static Letter letter(StoredRecord stored) {
    return new Letter(
        DeliveryId.of(
            stored.header(HeaderNames.EVENT_ID).orElse(""),
            stored.key().orElse(""),
            stored.header(HeaderNames.ENDPOINT).orElse("")),
        stored.header(HeaderNames.DEAD_LETTER_ID).orElse(""),
        stored.header(HeaderNames.DLQ_REASON).orElse(""),
        Integer.parseInt(stored.header(HeaderNames.ATTEMPT).orElse("0")),
        Instant.ofEpochMilli(stored.source().timestampMs()));
  }

  private static Published published(StoredRecord stored) {
    Instant at = Instant.ofEpochMilli(stored.source().timestampMs());
    if (RecordReader.readEvent(stored.source()) instanceof Incoming.ForAll all) {
      Event event = all.event();
      return new Published(event.id(), event.subscriber(), event.type(), at, true);
    }
    // Under the id that its dead letter will have.
    String id =
        stored
            .header(HeaderNames.CE_ID)
            .filter(Ids::isValidEventId)
            .orElseGet(() -> "evt-" + stored.partition() + "-" + stored.offset());
    return new Published(id, stored.key().orElse(""), Optional.empty(), at, true);
  }
}
