package dev.barid.standalone.delivery;

import static dev.barid.standalone.delivery.Registry.endpoint;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.barid.core.topic.RetryTiers;
import dev.barid.testkit.Behavior;
import dev.barid.testkit.ReceivedRequest;
import dev.barid.testkit.Receiver;
import dev.barid.testkit.StoredRecord;
import dev.barid.testkit.TestBroker;
import dev.barid.testkit.WithBroker;
import dev.barid.testkit.guarantee.Disturbance;
import dev.barid.testkit.guarantee.Guarantees;
import dev.barid.testkit.guarantee.Windows;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A dispatcher that ends while endpoints keep it waiting. */
@WithBroker
@Tag("R-C8")
class ShutdownIT {

  private static final Duration SOON = Duration.ofSeconds(30);
  private static final Map<String, String> IMPATIENT =
      Map.of("dispatcher.shutdownTimeout", "200ms");

  /** Only what is in flight for longer than that may repeat. */
  private static final Windows IMPATIENT_WINDOWS =
      Windows.STANDARD.draining(Duration.ofMillis(150));

  private final Receiver receiver = Receiver.start();

  private TestBroker broker;
  private Roles roles;

  @RegisterExtension
  private final Guarantees guarantees =
      Guarantees.all(() -> broker, receiver).within(IMPATIENT_WINDOWS);

  @BeforeEach
  void start(TestBroker given) throws Exception {
    broker = given;
    roles = Roles.start(broker, IMPATIENT);
  }

  @AfterEach
  void stop() {
    roles.close();
    receiver.close();
  }

  @Test
  void aFirstAttemptThatAShutdownCutsOffIsNotCounted() throws Exception {
    receiver.on("/slow").hang();
    Registry.put(broker, "acme", endpoint("slow", receiver.url("/slow"), ""));
    broker.produce(broker.topics().events(), "acme", "{}");
    receiver.awaitRequests(1, SOON);

    Instant from = Instant.now();
    roles.close();

    assertThat(retries()).isEmpty();
    assertThat(broker.readAll(broker.topics().dlq())).isEmpty();
    assertThat(broker.readAll(broker.topics().attempts())).isEmpty();
    receiver.on("/slow").answer(200);
    resume(from);
    List<ReceivedRequest> requests = receiver.awaitRequests(2, SOON);
    assertThat(requests.get(1).header("X-Delivery-Attempt")).contains("1");
    assertThat(requests.get(1).header("X-Retry-Reason")).isEmpty();
    assertThat(requests.get(1).header("webhook-id"))
        .isEqualTo(requests.get(0).header("webhook-id"));
    await().atMost(SOON).until(() -> roles.count("barid.deliveries", "outcome", "delivered") == 1);
    assertThat(retries()).isEmpty();
  }

  @Test
  void aRetryThatAShutdownCutsOffKeepsItsNumberAndItsReason() throws Exception {
    receiver.on("/slow").behave(Behavior.answer(503), new Behavior.Hang());
    Registry.put(
        broker,
        "acme",
        endpoint("slow", receiver.url("/slow"), "\"policy\":{\"backoff\":{\"base\":\"1s\"}}"));
    broker.produce(broker.topics().events(), "acme", "{}");
    receiver.awaitRequests(2, SOON);

    Instant from = Instant.now();
    roles.close();

    assertThat(retries()).as("of the first attempt alone").hasSize(1);
    assertThat(broker.readAll(broker.topics().attempts())).hasSize(1);
    receiver.on("/slow").answer(200);
    resume(from);
    ReceivedRequest again = receiver.awaitRequests(3, SOON).get(2);
    assertThat(again.header("X-Delivery-Attempt")).contains("2");
    assertThat(again.header("X-Retry-Reason")).contains("http-503");
    assertThat(broker.readAll(broker.topics().dlq())).isEmpty();
  }

  @Test
  @Tag("R-D1")
  void aShutdownRepeatsNoDeliveryForTheSakeOfASlowSibling() throws Exception {
    receiver.on("/hangs").hang();
    Registry.put(
        broker,
        "acme",
        endpoint("works", receiver.url("/works"), ""),
        endpoint("hangs", receiver.url("/hangs"), ""));
    for (int i = 0; i < 3; i++) {
      broker.produce(broker.topics().events(), "acme", "{\"n\":" + i + "}");
    }
    receiver.awaitRequests(6, SOON);
    await().atMost(SOON).until(() -> roles.count("barid.deliveries", "outcome", "delivered") == 3);

    Instant from = Instant.now();
    roles.close();
    receiver.on("/hangs").answer(200);
    resume(from);

    await().atMost(SOON).until(() -> roles.count("barid.deliveries", "outcome", "delivered") == 3);
    assertThat(receiver.requestsTo("/works")).hasSize(3);
    assertThat(receiver.requestsTo("/hangs")).hasSize(6);
    assertThat(receiver.requestsTo("/hangs"))
        .allMatch(request -> request.header("X-Delivery-Attempt").orElse("").equals("1"));
  }

  private void resume(Instant closedFrom) throws Exception {
    roles = Roles.resume(Roles.settings(broker, IMPATIENT));
    guarantees.disturbed(
        new Disturbance(Disturbance.Kind.RESTARTED, "restart", closedFrom, Instant.now()));
  }

  private List<StoredRecord> retries() {
    List<String> topics = RetryTiers.DEFAULT.tiers().stream().map(broker.topics()::retry).toList();
    return broker.readAll(topics).values().stream().flatMap(List::stream).toList();
  }
}
