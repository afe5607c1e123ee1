package dev.barid.dispatcher.outcome;

import dev.barid.core.attempt.AttemptEntry;
import dev.barid.core.attempt.AttemptResult;
import dev.barid.core.attempt.ErrorClass;
import dev.barid.core.delivery.Delivery;
import dev.barid.core.delivery.History;
import dev.barid.core.delivery.Incoming;
import dev.barid.core.delivery.LastAttempt;
import dev.barid.core.delivery.RecordWriter;
import dev.barid.core.delivery.SourceRecord;
import dev.barid.core.delivery.TopicRecord;
import dev.barid.core.event.Event;
import dev.barid.core.policy.DeadLetterReason;
import dev.barid.core.policy.Decision;
import dev.barid.core.settings.AttemptsLog;
import dev.barid.core.topic.RetryTiers;
import dev.barid.core.topic.Topics;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Turns decisions into records: pure, and the only place that says what is written when.
 *
 * @param topics the topics' names
 * @param tiers the delay tiers
 * @param attemptsLog which attempts are written to the attempts topic
 */
public record Outcomes(Topics topics, RetryTiers tiers, AttemptsLog attemptsLog) {

  /**
   * What an attempt leads to.
   *
   * @param source the record that the delivery was read from
   * @param delivery the delivery before the attempt
   * @param result how the attempt ended
   * @param decision what is to become of the delivery
   * @param now the wall clock when it ended
   * @param took how long it took
   */
  public Outcome afterAttempt(
      SourceRecord source,
      Delivery delivery,
      AttemptResult result,
      Decision decision,
      Instant now,
      Duration took) {
    History history = delivery.history().attempted(LastAttempt.of(now, result));
    Delivery attempted = delivery.with(history);
    List<TopicRecord> records = new ArrayList<>(2);
    Outcome.End end = ending(source, attempted, decision, now, records);
    logged(attempted, result, decision, now, took).ifPresent(records::add);
    return new Outcome(records, end);
  }

  private Outcome.End ending(
      SourceRecord source,
      Delivery attempted,
      Decision decision,
      Instant now,
      List<TopicRecord> records) {
    if (decision instanceof Decision.RetryAt retry) {
      records.add(waiting(source, attempted, now, retry.dueAt()));
      return new Outcome.End.Waits(false);
    }
    if (decision instanceof Decision.DeadLettered dead) {
      records.add(
          RecordWriter.deadLetter(topics, source, now, attempted, dead.reason(), dead.detail()));
      return new Outcome.End.DeadLettered(dead.reason());
    }
    return new Outcome.End.Delivered(attempted.history().attempts());
  }

  /** A delivery is put off without an attempt, until {@code dueAt} or its give-up time. */
  public Outcome deferred(SourceRecord source, Delivery delivery, Instant now, Instant dueAt) {
    Instant latest =
        delivery.history().lifetime().map(lifetime -> lifetime.giveUpAt()).orElse(dueAt);
    Instant due = dueAt.isAfter(latest) ? latest : dueAt;
    Delivery later = delivery.with(delivery.history().deferred());
    return new Outcome(List.of(waiting(source, later, now, due)), new Outcome.End.Waits(true));
  }

  /** A delivery waits for its endpoint, its attempt count as it is. */
  public Outcome parked(SourceRecord source, Delivery delivery, Instant now, long version) {
    return new Outcome(
        List.of(RecordWriter.parked(topics, source.partition(), now, delivery, version)),
        new Outcome.End.Parked());
  }

  /** A delivery ends in the DLQ without another attempt. */
  public Outcome deadLettered(
      SourceRecord source, Delivery delivery, Instant now, DeadLetterReason reason, String detail) {
    return new Outcome(
        List.of(RecordWriter.deadLetter(topics, source, now, delivery, reason, detail)),
        new Outcome.End.DeadLettered(reason));
  }

  /** An event ends in the DLQ since it has no endpoint to go to. */
  public Outcome undeliverable(
      SourceRecord source, Event event, Instant now, DeadLetterReason reason, String detail) {
    return new Outcome(
        List.of(RecordWriter.deadLetter(topics, source, now, event, reason, detail)),
        new Outcome.End.DeadLettered(reason));
  }

  /** A record ends in the DLQ, in its key's own partition, since it is no event. */
  public Outcome malformed(int partition, SourceRecord source, Instant now, String problem) {
    return new Outcome(
        List.of(RecordWriter.malformed(topics, source, now, problem).in(partition)),
        new Outcome.End.DeadLettered(DeadLetterReason.MALFORMED));
  }

  /** An event is moved to its key's own partition. */
  public Outcome rehomed(int partition, Incoming.ForAll incoming, Instant now) {
    return new Outcome(
        List.of(RecordWriter.rehomed(topics, partition, incoming, now)), new Outcome.End.Moved());
  }

  private TopicRecord waiting(SourceRecord source, Delivery delivery, Instant now, Instant dueAt) {
    Duration wait = Duration.between(now, dueAt);
    String topic = topics.retry(tiers.tierFor(wait));
    return RecordWriter.waiting(topic, source.partition(), now, dueAt, delivery);
  }

  private Optional<TopicRecord> logged(
      Delivery attempted, AttemptResult result, Decision decision, Instant now, Duration took) {
    boolean success = decision instanceof Decision.Delivered;
    if (attemptsLog == AttemptsLog.OFF || (attemptsLog == AttemptsLog.FAILURES && success)) {
      return Optional.empty();
    }
    Event event = attempted.event();
    int number = attempted.history().attempts();
    Optional<AttemptResult.Answered> answer =
        result instanceof AttemptResult.Answered answered
            ? Optional.of(answered)
            : Optional.empty();
    AttemptEntry entry =
        new AttemptEntry(
            now,
            event.subscriber(),
            attempted.endpoint(),
            event.id(),
            event.type(),
            number,
            number == 1 ? "first" : "retry",
            answer.map(AttemptResult.Answered::status),
            result.errorClass().map(ErrorClass::wireName),
            result.error(),
            took.toMillis(),
            answer.map(AttemptResult.Answered::excerpt).orElse(""),
            outcomeWord(decision),
            decision instanceof Decision.RetryAt retry
                ? Optional.of(retry.dueAt())
                : Optional.empty());
    byte[] key = event.subscriber().getBytes(StandardCharsets.UTF_8);
    return Optional.of(
        TopicRecord.keyed(topics.attempts(), now.toEpochMilli(), key, entry.toJson()));
  }

  private static String outcomeWord(Decision decision) {
    if (decision instanceof Decision.Delivered) {
      return "delivered";
    }
    return decision instanceof Decision.RetryAt ? "retry" : "dead-lettered";
  }
}
