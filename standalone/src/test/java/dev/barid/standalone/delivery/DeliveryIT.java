package dev.barid.standalone.delivery;

import static dev.barid.standalone.delivery.Registry.endpoint;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.standardwebhooks.Webhook;
import dev.barid.core.attempt.AttemptEntry;
import dev.barid.core.topic.Partitions;
import dev.barid.testkit.ReceivedRequest;
import dev.barid.testkit.Receiver;
import dev.barid.testkit.StoredRecord;
import dev.barid.testkit.TestBroker;
import dev.barid.testkit.WithBroker;
import dev.barid.testkit.guarantee.Guarantees;
import java.net.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

@WithBroker
class DeliveryIT {

  private static final Duration SOON = Duration.ofSeconds(20);
  private static final Duration LATER = Duration.ofSeconds(60);
  private static final String FAST_RETRIES =
      "\"policy\":{\"backoff\":{\"base\":\"200ms\",\"cap\":\"1s\"},\"maxAttempts\":4}";

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
  @Tag("R-H1")
  @Tag("R-H2")
  void anEventArrivesByteForByteAndItsSignatureVerifies() throws Exception {
    Registry.put(broker, acme, endpoint("orders", receiver.url("/orders"), ""));
    byte[] body = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF, '{', (byte) 0x80, 0, '\n', '1', '.', '0'};
    broker.produce(
        new ProducerRecord<>(
            broker.topics().events(), acme.getBytes(StandardCharsets.UTF_8), body));

    ReceivedRequest request = receiver.awaitRequests(1, SOON).get(0);

    assertThat(request.body()).isEqualTo(body);
    String json = "{\"zebra\":1,\"alpha\":2.0,\"mango\":\"\u00e9\"}";
    broker.produce(broker.topics().events(), acme, json);
    ReceivedRequest second = receiver.awaitRequests(2, SOON).get(1);
    assertThat(second.text()).isEqualTo(json);
    new Webhook(Registry.SECRET).verify(json, headersOf(second));
  }

  @Test
  @Tag("R-S2")
  @Tag("R-S3")
  @Tag("R-H3")
  void anEndpointThatAnswers503TwiceGetsThreeAttemptsWithinThePolicysBounds() {
    receiver.on("/flaky").answers(503, 503, 200);
    Registry.put(broker, acme, endpoint("flaky", receiver.url("/flaky"), FAST_RETRIES));
    broker.produce(broker.topics().events(), acme, "{}");

    List<ReceivedRequest> requests = receiver.awaitRequests(3, SOON);
    awaitDelivered(1);

    assertThat(requests).hasSize(3);
    assertThat(headers(requests, "webhook-id").stream().distinct()).hasSize(1);
    assertThat(headers(requests, "X-Delivery-Attempt")).containsExactly("1", "2", "3");
    assertThat(requests.get(0).header("X-Retry-Reason")).isEmpty();
    assertThat(requests.get(2).header("X-Retry-Reason")).contains("http-503");
    List<AttemptEntry> attempts = attempts(3);
    assertDueWithin(attempts.get(0), Duration.ofMillis(100), Duration.ofMillis(200));
    assertDueWithin(attempts.get(1), Duration.ofMillis(200), Duration.ofMillis(400));
    // No earlier than due: both processes share this machine's clock.
    assertThat(requests.get(1).at()).isAfterOrEqualTo(attempts.get(0).nextDueAt().orElseThrow());
    assertThat(requests.get(2).at()).isAfterOrEqualTo(attempts.get(1).nextDueAt().orElseThrow());
    assertThat(broker.readAll(broker.topics().dlq())).isEmpty();
  }

  @Test
  @Tag("R-C3")
  @Tag("R-Q1")
  void anEndpointThatAnswers400GetsOneAttemptAndTheDeadLetterSaysWhy() {
    receiver.on("/strict").answer(400, Map.of(), "no such field");
    Registry.put(broker, acme, endpoint("strict", receiver.url("/strict"), ""));
    broker.produce(broker.topics().events(), acme, "{}");

    StoredRecord letter = broker.awaitRecords(broker.topics().dlq(), 1, SOON).get(0);

    assertThat(letter.key()).contains(acme);
    assertThat(letter.value()).contains("{}");
    assertThat(letter.header("barid-dlq-reason")).contains("permanent");
    assertThat(letter.header("barid-status")).contains("400");
    assertThat(letter.header("barid-attempt")).contains("1");
    assertThat(letter.header("barid-excerpt")).contains("no such field");
    assertThat(letter.header("barid-origin").orElseThrow()).startsWith(broker.topics().events());
    assertThat(receiver.requests()).hasSize(1);
  }

  @Test
  @Tag("R-B4")
  @Tag("R-S4")
  @Tag("R-Q3")
  void whatIsExhaustedIsRedrivenOnceWithTheSameId() {
    receiver.on("/down").answer(500);
    Registry.put(broker, acme, endpoint("down", receiver.url("/down"), FAST_RETRIES));
    broker.produce(broker.topics().events(), acme, "{}");
    StoredRecord letter = broker.awaitRecords(broker.topics().dlq(), 1, LATER).get(0);
    assertThat(letter.header("barid-dlq-reason")).contains("exhausted");
    assertThat(receiver.requests()).hasSize(4);

    receiver.on("/down").answer(200);
    assertThat(Dlq.run(broker, "redrive", "--subscriber", acme)).contains("1 matched");
    assertThat(receiver.requests()).as("a dry run sends nothing").hasSize(4);
    Dlq.run(broker, "redrive", "--subscriber", acme, "--execute");
    List<ReceivedRequest> requests = receiver.awaitRequests(5, SOON);
    awaitDelivered(1);

    assertThat(headers(requests, "webhook-id").stream().distinct()).hasSize(1);
    assertThat(requests.get(4).header("X-Delivery-Attempt")).contains("1");
    assertThat(requests.get(4).header("X-Retry-Reason")).contains("redrive");
    assertThat(Dlq.run(broker, "redrive", "--subscriber", acme, "--execute")).contains("0 matched");
    Dlq.run(broker, "redrive", "--subscriber", acme, "--execute", "--force");
    receiver.awaitRequests(6, SOON);
  }

  @Test
  @Tag("R-R1")
  @Tag("R-I5")
  void ofThreeEndpointsTheDeadOneAloneIsRetried() {
    receiver.on("/dead").answer(500);
    Registry.put(
        broker,
        acme,
        endpoint("one", receiver.url("/one"), ""),
        endpoint("dead", receiver.url("/dead"), FAST_RETRIES),
        endpoint("two", receiver.url("/two"), ""));
    broker.produce(broker.topics().events(), acme, "{}");

    broker.awaitRecords(broker.topics().dlq(), 1, LATER);

    assertThat(receiver.requestsTo("/one")).hasSize(1);
    assertThat(receiver.requestsTo("/two")).hasSize(1);
    assertThat(receiver.requestsTo("/dead")).hasSize(4);
    assertThat(headers(receiver.requests(), "webhook-id").stream().distinct()).hasSize(1);
  }

  @Test
  @Tag("R-R1")
  void anEndpointGetsTheEventTypesItAskedFor() {
    Registry.put(
        broker,
        acme,
        endpoint("orders", receiver.url("/orders"), "\"eventTypes\":[\"order.*\"]"),
        endpoint("all", receiver.url("/all"), ""));
    for (String type : List.of("order.created", "user.created", "orderly")) {
      ProducerRecord<byte[], byte[]> event =
          new ProducerRecord<>(
              broker.topics().events(), acme.getBytes(StandardCharsets.UTF_8), new byte[0]);
      event.headers().add("ce_type", type.getBytes(StandardCharsets.UTF_8));
      broker.produce(event);
    }

    receiver.awaitRequests(4, SOON);
    awaitDelivered(4);

    assertThat(receiver.requestsTo("/all")).hasSize(3);
    assertThat(receiver.requestsTo("/orders")).hasSize(1);
    assertThat(STAGE.roles().count("barid.deliveries", "outcome", "filtered")).isEqualTo(2);
  }

  @Test
  @Tag("R-D5")
  void whatCannotBeRoutedIsDeadLetteredAndBlocksNothing() {
    Registry.put(broker, acme, endpoint("all", receiver.url("/all"), ""));
    Registry.put(broker, "empty");
    broker.produce(broker.topics().events(), "nobody", "1");
    broker.produce(broker.topics().events(), "empty", "2");
    broker.produce(broker.topics().events(), null, "3");
    broker.produce(broker.topics().events(), "not an id", "4");
    ProducerRecord<byte[], byte[]> badId =
        new ProducerRecord<>(broker.topics().events(), acme.getBytes(StandardCharsets.UTF_8), null);
    badId.headers().add("ce_id", "a.b".getBytes(StandardCharsets.UTF_8));
    broker.produce(badId);
    byte[] foreignKey = "elsewhere".getBytes(StandardCharsets.UTF_8);
    int home = Partitions.of(foreignKey, Roles.PARTITIONS);
    ProducerRecord<byte[], byte[]> badAndForeign =
        new ProducerRecord<>(
            broker.topics().events(), (home + 1) % Roles.PARTITIONS, foreignKey, null);
    badAndForeign.headers().add("ce_id", "a.b".getBytes(StandardCharsets.UTF_8));
    broker.produce(badAndForeign);
    broker.produce(broker.topics().events(), acme, "fine");

    assertThat(receiver.awaitRequests(1, SOON).get(0).text()).isEqualTo("fine");
    List<StoredRecord> letters = broker.awaitRecords(broker.topics().dlq(), 6, SOON);

    assertThat(letters.stream().map(letter -> letter.header("barid-dlq-reason").orElse("")))
        .containsExactlyInAnyOrder(
            "unknown-subscriber",
            "no-endpoint",
            "malformed",
            "malformed",
            "malformed",
            "malformed");
    assertThat(letters.stream().filter(letter -> letter.key().orElse("").equals("elsewhere")))
        .extracting(letter -> letter.source().partition())
        .as("with all that its subscriber has")
        .containsExactly(home);
    awaitNoLag();
  }

  @Test
  @Tag("R-D5")
  void anEventSentRightAfterItsSubscriberWasPutIsNeverRefused() {
    for (int i = 0; i < 30; i++) {
      Registry.put(broker, "new-" + i, endpoint("all", receiver.url("/all"), ""));
      broker.produce(broker.topics().events(), "new-" + i, "{}");
    }

    receiver.awaitRequests(30, SOON);
    awaitDelivered(30);

    assertThat(broker.readAll(broker.topics().dlq())).isEmpty();
  }

  @Test
  @Tag("R-D7")
  void aRecordOnAForeignPartitionIsDeliveredOnceAndKeepsItsId() {
    Registry.put(broker, acme, endpoint("all", receiver.url("/all"), ""));
    byte[] key = acme.getBytes(StandardCharsets.UTF_8);
    int foreign = (Partitions.of(key, Roles.PARTITIONS) + 1) % Roles.PARTITIONS;
    RecordMetadata written =
        broker.produce(
            new ProducerRecord<>(
                broker.topics().events(), foreign, key, "{}".getBytes(StandardCharsets.UTF_8)));

    ReceivedRequest request = receiver.awaitRequests(1, SOON).get(0);
    awaitDelivered(1);

    assertThat(request.header("webhook-id")).contains("evt-" + foreign + "-" + written.offset());
    assertThat(STAGE.roles().count("barid.rehomed")).isEqualTo(1);
    assertThat(receiver.requests()).hasSize(1);
  }

  private void awaitDelivered(int count) {
    await()
        .atMost(SOON)
        .until(() -> STAGE.roles().count("barid.deliveries", "outcome", "delivered") >= count);
  }

  /** The committed offsets reach the ends, transaction markers and all. */
  private void awaitNoLag() {
    await().atMost(SOON).until(() -> Lags.of(broker) == 0);
  }

  private List<AttemptEntry> attempts(int count) {
    return broker.awaitRecords(broker.topics().attempts(), count, SOON).stream()
        .map(stored -> AttemptEntry.fromJson(requireNonNull(stored.source().value())).orElseThrow())
        .toList();
  }

  private static void assertDueWithin(AttemptEntry attempt, Duration least, Duration most) {
    Instant due = attempt.nextDueAt().orElseThrow();
    assertThat(due)
        .isBetween(
            attempt.time().plus(least).minusMillis(1), attempt.time().plus(most).plusMillis(1));
  }

  private static List<String> headers(List<ReceivedRequest> requests, String name) {
    return requests.stream().map(request -> request.header(name).orElseThrow()).toList();
  }

  private static HttpHeaders headersOf(ReceivedRequest request) {
    return HttpHeaders.of(
        request.headers().stream()
            .collect(
                Collectors.groupingBy(
                    ReceivedRequest.HeaderLine::name,
                    Collectors.mapping(ReceivedRequest.HeaderLine::value, Collectors.toList()))),
        (name, value) -> true);
  }
}
