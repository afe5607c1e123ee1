package dev.barid.standalone.delivery;

import static dev.barid.standalone.delivery.Registry.endpoint;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.barid.core.health.EndpointHealth;
import dev.barid.core.health.HealthJson;
import dev.barid.core.health.Pause;
import dev.barid.core.health.PauseReason;
import dev.barid.testkit.Receiver;
import dev.barid.testkit.StoredRecord;
import dev.barid.testkit.TestBroker;
import dev.barid.testkit.WithBroker;
import dev.barid.testkit.guarantee.Guarantees;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * An endpoint goes down, or is paused, and comes back: its backlog waits outside the dispatcher.
 */
@WithBroker
class OutageIT {

  private static final Duration SOON = Duration.ofSeconds(30);
  private static final Duration LATER = Duration.ofSeconds(90);
  private static final int BACKLOG = 500;

  private static final String POLICY =
      "\"ratePerSecond\":200,\"policy\":{\"backoff\":{\"base\":\"200ms\",\"cap\":\"1s\"},"
          + "\"maxAttempts\":100,\"breaker\":{\"failures\":5,\"openFor\":\"1s\",\"openForCap\":\"2s\"}}";

  @RegisterExtension private static final Stage STAGE = new Stage();

  private final Receiver receiver = Receiver.start();
  private final TestBroker broker = STAGE.broker();
  private final String acme = STAGE.newSubscriber();

  @RegisterExtension private final Guarantees guarantees = Guarantees.all(() -> broker, receiver);

  @AfterEach
  void stop() {
    receiver.close();
  }

  @Test
  @Tag("R-I3")
  @Tag("R-I4")
  void aDownEndpointCostsOneProbePerIntervalAndItsBacklogFlowsWhenItIsBack() {
    receiver.on("/down").answer(500);
    Registry.put(broker, acme, endpoint("down", receiver.url("/down"), POLICY));
    send(BACKLOG);
    awaitHealth(health -> health.holds());
    // Five failures, and what was in flight beside them.
    int untilOpen = receiver.requests().size();
    assertThat(untilOpen).isBetween(5, 20);
    Instant from = Instant.now();
    receiver.awaitRequests(untilOpen + 4, SOON);
    double seconds = Duration.between(from, Instant.now()).toMillis() / 1000.0;
    assertThat(receiver.requests().size() - untilOpen)
        .as("probes within %s s of an open time of 1 to 2 s", seconds)
        .isLessThanOrEqualTo((int) Math.ceil(seconds) + 1);
    assertThat(receiver.mostAtOnce("/down")).isLessThanOrEqualTo(10);

    receiver.on("/down").answer(200);

    await()
        .atMost(LATER)
        .until(() -> STAGE.roles().count("barid.deliveries", "outcome", "delivered") >= BACKLOG);
    assertThat(receiver.successes()).hasSize(BACKLOG);
    assertThat(broker.readAll(broker.topics().dlq())).isEmpty();
    assertThat(health().orElseThrow().holds()).isFalse();
  }

  @Test
  @Tag("R-I6")
  void aPausedEndpointsEventsParkAndComeBackWhenItIsResumed() {
    Registry.put(broker, acme, endpoint("orders", receiver.url("/orders"), "\"state\":\"paused\""));
    send(50);
    broker.awaitRecords(broker.topics().parked(), 50, SOON);
    assertThat(receiver.requests()).isEmpty();

    Registry.put(broker, acme, endpoint("orders", receiver.url("/orders"), "\"state\":\"active\""));

    receiver.awaitRequests(50, SOON);
    assertThat(receiver.requests())
        .allMatch(r -> r.header("X-Delivery-Attempt").orElse("").equals("1"));
  }

  @Test
  @Tag("R-C6")
  @Tag("R-I6")
  void anEndpointThatIsGoneStopsUntilItIsResumed() {
    receiver.on("/gone").answers(410, 200);
    Registry.put(broker, acme, endpoint("gone", receiver.url("/gone"), ""));
    send(1);
    StoredRecord letter = broker.awaitRecords(broker.topics().dlq(), 1, SOON).get(0);
    assertThat(letter.header("barid-dlq-reason")).contains("gone");
    awaitHealth(health -> health.pause().isPresent());
    send(3);
    broker.awaitRecords(broker.topics().parked(), 3, SOON);
    assertThat(receiver.requests()).hasSize(1);

    Registry.put(
        broker,
        acme,
        endpoint("gone", receiver.url("/gone"), "\"resumedAt\":\"" + Instant.now() + "\""));

    receiver.awaitRequests(4, SOON);
  }

  @Test
  @Tag("R-I6")
  void moreThanAHundredRefusalsInARowPauseTheEndpointUntilItIsResumed() {
    receiver.on("/strict").answer(400);
    Registry.put(broker, acme, endpoint("strict", receiver.url("/strict"), ""));
    send(100);
    broker.awaitRecords(broker.topics().dlq(), 100, SOON);
    assertThat(health()).as("a hundred are not too many").isEmpty();
    send(1);
    awaitHealth(health -> health.pause().isPresent());
    assertThat(health().flatMap(EndpointHealth::pause).map(Pause::reason))
        .contains(PauseReason.PERMANENT_FAILURES);
    send(30);
    broker.awaitRecords(broker.topics().parked(), 30, SOON);
    assertThat(receiver.requests()).hasSize(101);

    receiver.on("/strict").answer(200);
    Registry.put(
        broker,
        acme,
        endpoint("strict", receiver.url("/strict"), "\"resumedAt\":\"" + Instant.now() + "\""));

    receiver.awaitSuccesses(30, SOON);
    assertThat(receiver.requests()).hasSize(131);
    assertThat(receiver.successes())
        .as("parking uses up no attempt")
        .allMatch(r -> r.header("X-Delivery-Attempt").orElse("").equals("1"));
    assertThat(broker.readAll(broker.topics().dlq())).hasSize(101);
  }

  @Test
  @Tag("R-I3")
  void theBreakersStateOutlivesTheProcess() throws Exception {
    receiver.on("/down").answer(500);
    Registry.put(broker, acme, endpoint("down", receiver.url("/down"), POLICY));
    send(100);
    awaitHealth(health -> health.holds());
    STAGE.roles().close();
    int before = receiver.requests().size();
    STAGE.resume();
    send(100);
    broker.awaitRecords(broker.topics().parked(), parked -> parked.size() >= 150, SOON);
    assertThat(receiver.requests().size() - before)
        .as("a restarted dispatcher still knows that it is down")
        .isLessThan(20);
    receiver.on("/down").answer(200);
    await().atMost(LATER).until(() -> receiver.successes().size() >= 200);
  }

  private void send(int count) {
    for (int i = 0; i < count; i++) {
      broker.produce(broker.topics().events(), acme, "{\"n\":" + i + "}");
    }
  }

  private void awaitHealth(java.util.function.Predicate<EndpointHealth> condition) {
    await().atMost(SOON).until(() -> health().filter(condition).isPresent());
  }

  private Optional<EndpointHealth> health() {
    List<StoredRecord> all = broker.readAll(broker.topics().endpointHealth());
    if (all.isEmpty()) {
      return Optional.empty();
    }
    byte[] newest = all.get(all.size() - 1).source().value();
    return newest == null ? Optional.empty() : HealthJson.read(newest);
  }
}
