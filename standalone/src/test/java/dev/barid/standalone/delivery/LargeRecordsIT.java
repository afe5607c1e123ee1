package dev.barid.standalone.delivery;

import static dev.barid.standalone.delivery.Registry.endpoint;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.barid.testkit.ReceivedRequest;
import dev.barid.testkit.Receiver;
import dev.barid.testkit.StoredRecord;
import dev.barid.testkit.TestBroker;
import dev.barid.testkit.WithBroker;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Whatever {@code events} took in goes all the way: retry, redelivery, DLQ, redrive. */
@WithBroker
@Tag("R-D6")
class LargeRecordsIT {

  private static final Duration LATER = Duration.ofSeconds(60);
  private static final String FAST_RETRIES =
      "\"policy\":{\"backoff\":{\"base\":\"200ms\",\"cap\":\"1s\"},\"maxAttempts\":4}";

  @RegisterExtension private static final Stage STAGE = new Stage();

  private final Receiver receiver = Receiver.start();
  private final TestBroker broker = STAGE.broker();
  private final String acme = STAGE.newSubscriber();

  @AfterEach
  void stop() {
    receiver.close();
  }

  @Test
  @Tag("R-D6")
  void anEventAsLargeAsTheTopicAllowsIsRetriedAndDeadLettered() {
    receiver.on("/down").answers(500, 200, 400);
    Registry.put(broker, acme, endpoint("down", receiver.url("/down"), FAST_RETRIES));
    byte[] body = new byte[1_048_588 - 200];
    for (int i = 0; i < 2; i++) {
      broker.produce(
          new ProducerRecord<>(
              broker.topics().events(), acme.getBytes(StandardCharsets.UTF_8), body));
      receiver.awaitRequests(2 + i, LATER);
    }

    StoredRecord letter = broker.awaitRecords(broker.topics().dlq(), 1, LATER).get(0);

    assertThat(letter.value().orElseThrow()).hasSize(body.length);
    assertThat(receiver.requests()).allMatch(request -> request.body().length == body.length);
  }

  /** A topic's limit is on what is stored: compressed, five times as much fits into it. */
  @Test
  void anEventThatCameCompressedAndIsLargerThanAnyTopicTakesAsItIsGoesAllTheWay() throws Exception {
    receiver.on("/down").answers(500, 400, 200);
    Registry.put(broker, acme, endpoint("down", receiver.url("/down"), FAST_RETRIES));
    byte[] body = json(5 << 20);
    produceCompressed(body);

    StoredRecord letter = broker.awaitRecords(broker.topics().dlq(), 1, LATER).get(0);
    assertThat(letter.source().value()).isEqualTo(body);
    Dlq.run(broker, "redrive", "--subscriber", acme, "--execute");
    List<ReceivedRequest> requests = receiver.awaitRequests(3, LATER);

    assertThat(requests).allSatisfy(request -> assertThat(request.body()).isEqualTo(body));
    await().atMost(LATER).until(() -> Lags.of(broker) == 0);
    assertThat(STAGE.roles().count("barid.records.set.aside")).isZero();
  }

  private void produceCompressed(byte[] body) throws Exception {
    Map<String, Object> config =
        Map.of(
            "bootstrap.servers",
            broker.bootstrapServers(),
            "compression.type",
            "gzip",
            "max.request.size",
            16 << 20);
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer())) {
      byte[] key = acme.getBytes(StandardCharsets.UTF_8);
      producer.send(new ProducerRecord<>(broker.topics().events(), key, body)).get();
    }
  }

  private static byte[] json(int atLeast) {
    StringBuilder text = new StringBuilder("[");
    for (int i = 0; text.length() < atLeast; i++) {
      text.append("{\"order\":").append(i).append(",\"state\":\"delivered\",\"items\":[1,2,3]},");
    }
    return text.append("0]").toString().getBytes(StandardCharsets.UTF_8);
  }
}
