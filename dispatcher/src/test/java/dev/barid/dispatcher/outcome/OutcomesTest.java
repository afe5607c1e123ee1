package dev.barid.dispatcher.outcome;

import static org.assertj.core.api.Assertions.assertThat;

import dev.barid.core.attempt.AttemptEntry;
import dev.barid.core.attempt.AttemptResult;
import dev.barid.core.attempt.ErrorClass;
import dev.barid.core.delivery.Delivery;
import dev.barid.core.delivery.HeaderNames;
import dev.barid.core.delivery.History;
import dev.barid.core.delivery.Incoming;
import dev.barid.core.delivery.LastAttempt;
import dev.barid.core.delivery.Lifetime;
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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class OutcomesTest {

  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
  private static final Instant GIVE_UP = NOW.plus(Duration.ofHours(72));
  private static final Duration TOOK = Duration.ofMillis(250);
  private static final byte[] BODY = {0, (byte) 0xff, 7};
  private static final AttemptResult UNAVAILABLE =
      new AttemptResult.Answered(503, Optional.empty(), Optional.empty(), "busy");
  private static final AttemptResult OK = new AttemptResult.Answered(200);

  private final Outcomes outcomes = outcomes(AttemptsLog.OFF);
  private final SourceRecord source =
      new SourceRecord(
          "barid.redeliveries",
          5,
          42,
          NOW.toEpochMilli(),
          bytes("acme"),
          BODY,
          new RecordHeaders());
  private final Event event =
      new Event(
          "acme",
          "evt-1",
          Optional.of("order.made"),
          BODY,
          List.of(new RecordHeader("ce_type", bytes("order.made"))),
          NOW.minusSeconds(5).toEpochMilli(),
          "barid.events-5-7");
  private final Delivery first =
      new Delivery(event, "orders", History.NONE.within(new Lifetime(NOW, GIVE_UP)));
  private final Delivery third =
      first.with(
          first
              .history()
              .attempted(LastAttempt.of(NOW, UNAVAILABLE))
              .attempted(LastAttempt.of(NOW, UNAVAILABLE)));

  @Nested
  class ARetry {

    @ParameterizedTest
    @CsvSource({
      "0, 10s",
      "10000, 10s",
      "10001, 1m",
      "60000, 1m",
      "60001, 10m",
      "600001, 1h",
      "99999999, 1h",
      "-5, 10s",
    })
    @Tag("R-S2")
    void waitsInTheSmallestTierThatIsNotShorterThanItsWait(long waitMs, String tier) {
      Instant dueAt = NOW.plusMillis(waitMs);
      TopicRecord waiting = only(after(first, UNAVAILABLE, retryAt(dueAt)));
      assertThat(waiting.topic()).isEqualTo("barid.retry." + tier);
      assertThat(waiting.partition()).as("the partition it came from").hasValue(5);
      assertThat(headers(waiting))
          .containsEntry(HeaderNames.DUE_AT, Long.toString(dueAt.toEpochMilli()));
    }

    @Test
    @Tag("R-H1")
    void carriesTheEventUnchangedAndItsHistoryOnce() {
      TopicRecord waiting = only(after(third, UNAVAILABLE, retryAt(NOW.plusSeconds(60))));
      assertThat(waiting.key()).isEqualTo(bytes("acme"));
      assertThat(waiting.value()).isSameAs(BODY);
      assertThat(headers(waiting))
          .containsExactlyInAnyOrderEntriesOf(
              Map.ofEntries(
                  Map.entry("ce_type", "order.made"),
                  Map.entry(HeaderNames.EVENT_ID, "evt-1"),
                  Map.entry(HeaderNames.ENDPOINT, "orders"),
                  Map.entry(HeaderNames.ATTEMPT, "3"),
                  Map.entry(HeaderNames.ACCEPTED_AT, ms(NOW.minusSeconds(5))),
                  Map.entry(HeaderNames.ORIGIN, "barid.events-5-7"),
                  Map.entry(HeaderNames.FIRST_SEEN_AT, ms(NOW)),
                  Map.entry(HeaderNames.GIVE_UP_AT, ms(GIVE_UP)),
                  Map.entry(HeaderNames.REASON, "http-503"),
                  Map.entry(HeaderNames.LAST_ATTEMPT_AT, ms(NOW)),
                  Map.entry(HeaderNames.STATUS, "503"),
                  Map.entry(HeaderNames.ERROR, "HTTP 503"),
                  Map.entry(HeaderNames.EXCERPT, "busy"),
                  Map.entry(HeaderNames.DUE_AT, ms(NOW.plusSeconds(60)))));
    }

    @Test
    void ofAnAttemptWithoutAnAnswerHasNoStatus() {
      AttemptResult timeout = new AttemptResult.Failed(ErrorClass.TIMEOUT, "no answer in 15s");
      TopicRecord waiting = only(after(first, timeout, retryAt(NOW.plusSeconds(60))));
      assertThat(headers(waiting))
          .containsEntry(HeaderNames.REASON, "timeout")
          .containsEntry(HeaderNames.ERROR, "timeout: no answer in 15s")
          .doesNotContainKey(HeaderNames.STATUS);
    }

    @Test
    void endsNothing() {
      assertThat(after(first, UNAVAILABLE, retryAt(NOW.plusSeconds(60))).end())
          .isEqualTo(new Outcome.End.Waits(false));
    }

    @Test
    @Tag("R-B7")
    void forgetsItsDeferrals() {
      Delivery deferred = first.with(first.history().deferred().deferred());
      TopicRecord waiting = only(after(deferred, UNAVAILABLE, retryAt(NOW.plusSeconds(60))));
      assertThat(headers(waiting)).doesNotContainKey(HeaderNames.DEFERRALS);
    }
  }

  @Nested
  @Tag("R-I2")
  class ADeferral {

    @Test
    void usesUpNoAttemptAndIsCounted() {
      Outcome outcome = outcomes.deferred(source, third, NOW, NOW.plusSeconds(90));
      TopicRecord waiting = only(outcome);
      assertThat(waiting.topic()).isEqualTo("barid.retry.10m");
      assertThat(waiting.partition()).hasValue(5);
      assertThat(headers(waiting))
          .containsEntry(HeaderNames.ATTEMPT, "2")
          .containsEntry(HeaderNames.DEFERRALS, "1")
          .containsEntry(HeaderNames.DUE_AT, ms(NOW.plusSeconds(90)));
      assertThat(outcome.end()).isEqualTo(new Outcome.End.Waits(true));
    }

    @Test
    @Tag("R-B4")
    void endsAtTheGiveUpTimeAtTheLatest() {
      Outcome outcome = outcomes.deferred(source, first, NOW, GIVE_UP.plusSeconds(1));
      assertThat(headers(only(outcome))).containsEntry(HeaderNames.DUE_AT, ms(GIVE_UP));
    }
  }

  @Nested
  @Tag("R-S4")
  @Tag("R-Q1")
  class ADeadLetter {

    @ParameterizedTest
    @EnumSource(
        value = DeadLetterReason.class,
        names = {"EXHAUSTED", "EXPIRED", "PERMANENT", "GONE"})
    void saysWhyAndKeepsTheLastAttempt(DeadLetterReason reason) {
      Outcome outcome = after(third, UNAVAILABLE, new Decision.DeadLettered(reason, "because"));
      TopicRecord dead = only(outcome);
      assertThat(dead.topic()).isEqualTo("barid.dlq");
      assertThat(dead.partition()).hasValue(5);
      assertThat(dead.value()).isSameAs(BODY);
      assertThat(headers(dead))
          .containsEntry(HeaderNames.DLQ_REASON, reason.wireName())
          .containsEntry(HeaderNames.ERROR, "because")
          .containsEntry(HeaderNames.ATTEMPT, "3")
          .containsEntry(HeaderNames.STATUS, "503")
          .containsEntry(HeaderNames.DEAD_LETTER_ID, "barid.redeliveries-5-42/orders")
          .doesNotContainKey(HeaderNames.DUE_AT);
      assertThat(outcome.end()).isEqualTo(new Outcome.End.DeadLettered(reason));
    }

    @Test
    void withoutAnotherAttemptCountsThoseThatWereMade() {
      Outcome outcome =
          outcomes.deadLettered(source, third, NOW, DeadLetterReason.EXPIRED, "too late");
      assertThat(headers(only(outcome)))
          .containsEntry(HeaderNames.ATTEMPT, "2")
          .containsEntry(HeaderNames.DLQ_REASON, "expired")
          .containsEntry(HeaderNames.ERROR, "too late");
    }

    @Test
    @Tag("R-D5")
    void ofAnEventWithoutEndpointNamesNone() {
      Outcome outcome =
          outcomes.undeliverable(
              source, event, NOW, DeadLetterReason.UNKNOWN_SUBSCRIBER, "who is acme?");
      assertThat(headers(only(outcome)))
          .containsEntry(HeaderNames.DLQ_REASON, "unknown-subscriber")
          .containsEntry(HeaderNames.DEAD_LETTER_ID, "barid.redeliveries-5-42/")
          .doesNotContainKey(HeaderNames.ENDPOINT);
      assertThat(outcome.end())
          .isEqualTo(new Outcome.End.DeadLettered(DeadLetterReason.UNKNOWN_SUBSCRIBER));
    }

    @Test
    @Tag("R-D5")
    void ofARecordThatIsNoEventKeepsItsBytesAndItsProducersHeaders() {
      RecordHeaders headers = new RecordHeaders();
      headers.add("ce_id", bytes("not.an.id"));
      headers.add("barid-endpoint", bytes("forged"));
      SourceRecord broken =
          new SourceRecord("barid.events", 2, 9, NOW.toEpochMilli(), null, null, headers);
      TopicRecord dead = only(outcomes.malformed(5, broken, NOW, "key \"(missing)\""));
      assertThat(dead.partition()).hasValue(5);
      assertThat(dead.key()).isNull();
      assertThat(dead.value()).isNull();
      assertThat(headers(dead))
          .containsEntry("ce_id", "not.an.id")
          .containsEntry(HeaderNames.DLQ_REASON, "malformed")
          .containsEntry(HeaderNames.ERROR, "key \"(missing)\"")
          .containsEntry(HeaderNames.ORIGIN, "barid.events-2-9")
          .doesNotContainKey(HeaderNames.ENDPOINT);
    }
  }

  @Test
  void aDeliveryThatSucceededWritesNothingButItsAttempt() {
    Outcome outcome = after(third, OK, new Decision.Delivered());
    assertThat(outcome.records()).isEmpty();
    assertThat(outcome.end()).isEqualTo(new Outcome.End.Delivered(3));
  }

  @Test
  @Tag("R-D7")
  void aRecordOnAForeignPartitionMovesToItsOwnWithItsTimeToLive() {
    Outcome outcome =
        outcomes.rehomed(
            1,
            new Incoming.ForAll(
                source, event, Optional.of(Duration.ofHours(24)), Optional.of("redrive"), false),
            NOW);
    TopicRecord moved = only(outcome);
    assertThat(moved.topic()).isEqualTo("barid.redeliveries");
    assertThat(moved.partition()).hasValue(1);
    assertThat(headers(moved))
        .containsEntry(HeaderNames.EVENT_ID, "evt-1")
        .containsEntry(HeaderNames.TTL, "86400000ms")
        .containsEntry(HeaderNames.REASON, "redrive")
        .containsEntry(HeaderNames.ACCEPTED_AT, ms(NOW.minusSeconds(5)))
        .containsKey(HeaderNames.REHOMED)
        .doesNotContainKey(HeaderNames.ENDPOINT);
    assertThat(outcome.end()).isEqualTo(new Outcome.End.Moved());
  }

  @Nested
  @Tag("R-M4")
  class TheAttemptsLog {

    @Test
    void hasEveryAttemptWithAllThatAnOwnerAsks() {
      Outcome outcome =
          outcomes(AttemptsLog.ALL)
              .afterAttempt(source, third, UNAVAILABLE, retryAt(NOW.plusSeconds(60)), NOW, TOOK);
      assertThat(outcome.records()).hasSize(2);
      TopicRecord logged = outcome.records().get(1);
      assertThat(logged.topic()).isEqualTo("barid.attempts");
      assertThat(logged.key()).isEqualTo(bytes("acme"));
      assertThat(entry(logged))
          .isEqualTo(
              new AttemptEntry(
                  NOW,
                  "acme",
                  "orders",
                  "evt-1",
                  Optional.of("order.made"),
                  3,
                  "retry",
                  Optional.of(503),
                  Optional.of("http"),
                  Optional.of("HTTP 503"),
                  250,
                  "busy",
                  "retry",
                  Optional.of(NOW.plusSeconds(60))));
    }

    @Test
    void namesTheFirstAttemptAndTheEnds() {
      Outcomes all = outcomes(AttemptsLog.ALL);
      AttemptEntry delivered =
          entry(only(all.afterAttempt(source, first, OK, new Decision.Delivered(), NOW, TOOK)));
      assertThat(delivered.kind()).isEqualTo("first");
      assertThat(delivered.outcome()).isEqualTo("delivered");
      assertThat(delivered.nextDueAt()).isEmpty();
      AttemptEntry dead =
          entry(
              all.afterAttempt(
                      source,
                      third,
                      new AttemptResult.Failed(ErrorClass.DNS, "no such host"),
                      new Decision.DeadLettered(DeadLetterReason.EXHAUSTED, "enough"),
                      NOW,
                      TOOK)
                  .records()
                  .get(1));
      assertThat(dead.outcome()).isEqualTo("dead-lettered");
      assertThat(dead.status()).isEmpty();
      assertThat(dead.errorClass()).contains("dns");
    }

    @ParameterizedTest
    @CsvSource({"ALL, true, true", "FAILURES, false, true", "OFF, false, false"})
    void isAsTheSettingSays(AttemptsLog setting, boolean successes, boolean failures) {
      Outcome success =
          outcomes(setting).afterAttempt(source, first, OK, new Decision.Delivered(), NOW, TOOK);
      assertThat(success.records()).hasSize(successes ? 1 : 0);
      Outcome failure =
          outcomes(setting)
              .afterAttempt(source, first, UNAVAILABLE, retryAt(NOW.plusSeconds(60)), NOW, TOOK);
      assertThat(failure.records()).hasSize(failures ? 2 : 1);
    }

    @Test
    void hasNothingOfWhatWasNoAttempt() {
      Outcomes all = outcomes(AttemptsLog.ALL);
      assertThat(all.deferred(source, first, NOW, NOW.plusSeconds(60)).records()).hasSize(1);
      assertThat(all.deadLettered(source, first, NOW, DeadLetterReason.EXPIRED, "late").records())
          .hasSize(1);
    }
  }

  private Outcome after(Delivery delivery, AttemptResult result, Decision decision) {
    return outcomes.afterAttempt(source, delivery, result, decision, NOW, TOOK);
  }

  private static Outcomes outcomes(AttemptsLog log) {
    return new Outcomes(Topics.DEFAULT, RetryTiers.DEFAULT, log);
  }

  private static Decision retryAt(Instant dueAt) {
    return new Decision.RetryAt(dueAt, Optional.empty());
  }

  private static TopicRecord only(Outcome outcome) {
    assertThat(outcome.records()).hasSize(1);
    return outcome.records().get(0);
  }

  private static AttemptEntry entry(TopicRecord logged) {
    byte[] json = logged.value();
    return AttemptEntry.fromJson(json == null ? new byte[0] : json).orElseThrow();
  }

  /** The headers by name; fails if one is there twice. */
  private static Map<String, String> headers(TopicRecord written) {
    Map<String, String> headers = new LinkedHashMap<>();
    for (Header header : written.headers()) {
      String before = headers.put(header.key(), new String(header.value(), StandardCharsets.UTF_8));
      assertThat(before).as("%s is there once", header.key()).isNull();
    }
    return headers;
  }

  private static String ms(Instant instant) {
    return Long.toString(instant.toEpochMilli());
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
