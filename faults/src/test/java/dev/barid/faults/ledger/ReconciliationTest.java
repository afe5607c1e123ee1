package dev.barid.faults.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.barid.core.subscriber.EndpointKey;
import dev.barid.core.subscriber.SubscriberJson;
import dev.barid.faults.plan.FaultRecord;
import dev.barid.testkit.guarantee.DeliveryId;
import dev.barid.testkit.guarantee.Endpoints;
import dev.barid.testkit.guarantee.Letter;
import dev.barid.testkit.guarantee.Observation;
import dev.barid.testkit.guarantee.Published;
import dev.barid.testkit.guarantee.Step;
import dev.barid.testkit.guarantee.TopicContents;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Faults planted into the ledgers and topics of a run in which all went well. */
@Tag("R-D4")
class ReconciliationTest {
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
  private static final String ENTRY =
      """
      {"id":"acme","endpoints":[
        {"id":"orders","url":"http://127.0.0.1:1/orders?do=succeed","eventTypes":["order.*"],
         "secrets":["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"]},
        {"id":"audit","url":"http://127.0.0.1:1/audit?do=answer&status=400",
         "secrets":["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"]}]}
      """;
  private static final EndpointKey ORDERS = new EndpointKey("acme", "orders");
  private static final EndpointKey AUDIT = new EndpointKey("acme", "audit");
  private static final Endpoints REGISTRY =
      Endpoints.of(List.of(SubscriberJson.readStored(ENTRY.getBytes(StandardCharsets.UTF_8))));

  private final List<ProducerLedger.Entry> sent = new ArrayList<>();
  private final List<ReceiverLedger.Entry> received = new ArrayList<>();
  private final List<Published> events = new ArrayList<>();
  private final List<Step> steps = new ArrayList<>();
  private final List<Letter> letters = new ArrayList<>();
  private final List<FaultRecord> faults = new ArrayList<>();

  @BeforeEach
  void allGoesWell() {
    published("e-1", "order.paid");
    got(10, "e-1", "orders?do=succeed", 1, 503);
    step(Step.Place.WAITING, 1);
    step(Step.Place.COMING_BACK, 1);
    got(12, "e-1", "orders?do=succeed", 2, 200);
    letter("e-1", AUDIT);
    published("e-2", "user.created");
    got(14, "e-2", "audit?do=answer&status=400", 1, 400);
    letter("e-2", AUDIT);
  }

  @Test
  void whatGoesWellIsReconciled() {
    fault("KillScheduler", "scheduler-1", 9, 20);
    fault("KillBroker", "broker-1", 9, 20);
    fault("KillBroker", "broker-2", 30, 40);
    Report report = report().assertReconciled();
    assertThat(report.row())
        .isEqualTo("| 7 | KillBroker 2, KillScheduler 1 | 2 | 4 | 1 | 2 | 1 | 0 | 0 | 0 | 0 |");
    assertThat(columns(report.row()))
        .isEqualTo(columns(Report.HEADER.lines().findFirst().orElse("")));
  }

  @Test
  void aLostEventIsFound() {
    published("e-3", "order.paid");
    assertBroken("nothing lost: broken 2 times", "e-3 → acme/orders: lost");
    assertThat(report().row()).endsWith("| 2 |");
  }

  @Test
  void anEventThatNobodyAcknowledgedIsNotLost() {
    sent.add(new ProducerLedger.Entry("e-3", "acme", "order.paid", START, Optional.empty()));
    assertThat(report().assertReconciled().events()).isEqualTo(2);
  }

  @Test
  void anEventThatTheProducerItselfPublishedTwiceIsFound() {
    events.add(events.get(0));
    assertBroken("published once: broken 1 times", "e-1: 2 times in events");
  }

  @Test
  void aDoubledRetryIsFound() {
    step(Step.Place.WAITING, 1);
    assertBroken("one retry chain: broken 1 times", "e-1 → acme/orders after 1 attempts");
    assertThat(report().doubled()).isEqualTo(1);
  }

  @Test
  void aDoubledReEmissionIsFound() {
    step(Step.Place.COMING_BACK, 1);
    assertBroken("one retry chain: broken 1 times", "came back 2 times");
  }

  @Test
  void aDoubledDeadLetterIsFound() {
    letter("e-2", AUDIT);
    assertBroken(
        "at most one dead letter: broken 1 times", "e-2 → acme/audit: dead letter number 2");
  }

  @Test
  void anAttemptBeyondThePolicyIsFound() {
    step(Step.Place.WAITING, 16);
    assertBroken(
        "attempts within policy: broken 1 times", "WAITING after 16 attempts of at most 16");
  }

  @Test
  void aRepeatIsFoundAndNotExplainedByAFaultOfSomethingElse() {
    got(30, "e-1", "orders?do=succeed", 2, 200);
    fault("KillScheduler", "scheduler-1", 12, 20);
    fault("CutOff", "scheduler-2", 12, 20);
    fault("KillDispatcher", "dispatcher-1", 20, 28);
    assertBroken("repeats only in flight: broken 1 times", "attempt 2 at 2026-01-01T00:00:30Z");
    assertThat(report().unexplained()).isEqualTo(1);
    assertThat(report().row()).endsWith("| 1 | 1 | 0 | 0 |");
  }

  @Test
  void aRepeatOfWhatWasInFlightIsExplained() {
    got(30, "e-1", "orders?do=succeed", 2, 200);
    fault("KillDispatcher", "dispatcher-1", 12.2, 20);
    Report report = report().assertReconciled();
    assertThat(report.row()).endsWith("| 1 | 0 | 0 | 0 |");
    assertThat(report.repeatsByFault())
        .startsWith(
            "KillDispatcher dispatcher-1 2026-01-01T00:00:12.200Z to 2026-01-01T00:00:20Z: 1"
                + " repeats, of at most 2\n  e-1 → acme/orders attempt 2 at 2026-01-01T00:00:30Z");
  }

  @Test
  void everyKindOfFaultIsKnownAndAnotherOneRefused() {
    for (String kind : List.of("FreezeDispatcher", "CutOff", "AllBrokersAway", "RollingRestart")) {
      for (String target : List.of("dispatcher-1", "scheduler-1", "broker-1", "brokers")) {
        assertThat(Reconciliation.disturbance(record(kind, target, 1, 2)).what())
            .isEqualTo(kind + " " + target);
      }
    }
    assertThatThrownBy(() -> Reconciliation.disturbance(record("Flood", "brokers", 1, 2)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("fault kind \"Flood\"");
  }

  @Test
  void ledgersAreReadFromDisk(@TempDir Path directory) {
    Path producer = directory.resolve("sent");
    try (ProducerLedger ledger = ProducerLedger.open(producer)) {
      ledger.sent("e-1", "acme", "order.paid");
      ledger.acknowledged("e-1");
      ledger.sent("e-2", "acme", "order.paid");
      ledger.failed("e-2", new IllegalStateException("away"));
    }
    assertThat(ProducerLedger.read(producer))
        .extracting(entry -> entry.eventId() + " " + entry.acknowledgedAt().isPresent())
        .containsExactly("e-1 true", "e-2 false");
    assertThat(ProducerLedger.hasStopped(producer)).isFalse();
  }

  private void assertBroken(String guarantee, String line) {
    assertThatThrownBy(() -> report().assertReconciled())
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining(guarantee)
        .hasMessageContaining(line);
  }

  private Report report() {
    Observation observed =
        Reconciliation.observation(
            sent, received, REGISTRY, new TopicContents(events, steps, letters, List.of()));
    return Reconciliation.of(7, observed, faults);
  }

  private void published(String id, String type) {
    sent.add(new ProducerLedger.Entry(id, "acme", type, START, Optional.of(START.plusMillis(5))));
    events.add(new Published(id, "acme", Optional.of(type), START, true));
  }

  private void got(double seconds, String id, String target, int attempt, int status) {
    received.add(
        new ReceiverLedger.Entry(
            at(seconds),
            "/" + target,
            id,
            attempt,
            OptionalInt.of(status),
            Optional.of(at(seconds + 0.1)),
            true));
  }

  private void step(Step.Place place, int attempts) {
    steps.add(
        new Step(
            place, new DeliveryId("e-1", ORDERS), 0, attempts, 0, false, START.plusSeconds(11)));
  }

  private void letter(String id, EndpointKey endpoint) {
    letters.add(
        new Letter(
            new DeliveryId(id, endpoint), "events-0-" + letters.size(), "permanent", 1, START));
  }

  private void fault(String kind, String target, double from, double until) {
    faults.add(record(kind, target, from, until));
  }

  private static FaultRecord record(String kind, String target, double from, double until) {
    return new FaultRecord(kind, target, at(from), at(until));
  }

  private static Instant at(double seconds) {
    return START.plus(Duration.ofMillis((long) (seconds * 1_000)));
  }

  private static long columns(String row) {
    return row.chars().filter(c -> c == '|').count();
  }
}
