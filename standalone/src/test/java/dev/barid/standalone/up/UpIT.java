package dev.barid.standalone.up;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.barid.standalone.Program;
import dev.barid.testkit.Behavior;
import dev.barid.testkit.ReceivedRequest;
import dev.barid.testkit.Receiver;
import dev.barid.testkit.TestBroker;
import dev.barid.testkit.guarantee.Disturbance;
import dev.barid.testkit.guarantee.Disturbance.Kind;
import dev.barid.testkit.guarantee.Guarantees;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

@Tag("R-D4")
class UpIT {

  private static final int EVENTS = 500;
  private static final int BEFORE_THE_END = 100;
  private static final Duration LONG = Duration.ofSeconds(150);

  @TempDir(cleanup = CleanupMode.ON_SUCCESS)
  private Path directory;

  private final Receiver receiver = Receiver.start();

  @BeforeEach
  void answerAfterAWhileAndNotAlwaysWell() {
    // One in ten needs a second attempt, so that the scheduler has its share.
    receiver
        .on("/hooks")
        .byRequest(
            request ->
                new Behavior.Delayed(
                    Duration.ofMillis(20), Behavior.answer(isRefused(request) ? 503 : 200)));
  }

  private static boolean isRefused(ReceivedRequest request) {
    return request.text().endsWith("7")
        && request.header("X-Delivery-Attempt").equals(Optional.of("1"));
  }

  @AfterEach
  void close() {
    receiver.close();
  }

  @Test
  @Tag("R-D1")
  void killedInMidTrafficItLosesNothingAndRepeatsOnlyTheLatest() throws Exception {
    Instant killedAt;
    try (UpProcess up = UpProcess.start(directory)) {
      putSubscriber(up);
      publish(up);
      receiver.awaitSuccesses(BEFORE_THE_END, LONG);
      killedAt = Instant.now();
      up.kill();
    }
    assertThat(ids(receiver.successes())).hasSizeLessThan(EVENTS);

    try (UpProcess again = UpProcess.start(directory)) {
      awaitAll();
      awaitNoLag(again);
      assertThat(dlq(again)).isEmpty();
      checkGuarantees(again, new Disturbance(Kind.KILLED, "kill -9", killedAt, Instant.now()));
      again.terminate();
    }
  }

  @Test
  @Tag("R-D2")
  void stoppedInMidTrafficItGoesOnLaterAndRepeatsNothing() throws Exception {
    try (UpProcess up = UpProcess.start(directory)) {
      putSubscriber(up);
      publish(up);
      receiver.awaitSuccesses(BEFORE_THE_END, LONG);
      up.terminate();
    }
    assertThat(ids(receiver.successes())).hasSizeLessThan(EVENTS);

    try (UpProcess again = UpProcess.start(directory)) {
      awaitAll();
      awaitNoLag(again);
      assertThat(dlq(again)).isEmpty();
      // A restart, too, would explain what was in flight for long: here nothing is.
      checkGuarantees(again, new Disturbance(Kind.HARMLESS, "restart", Instant.MIN, Instant.MAX));
      again.terminate();
    }
  }

  @Test
  @Tag("R-M6")
  void itServesHealthAndMetrics() throws Exception {
    try (UpProcess up = UpProcess.start(directory)) {
      assertThat(get(up, "/health/ready").statusCode()).isEqualTo(200);
      assertThat(get(up, "/health/live").statusCode()).isEqualTo(200);
      assertThat(get(up, "/metrics").body())
          .contains("barid_attempts_total{", "barid_deliveries_total{", "jvm_memory_used_bytes{");
    }
  }

  private void putSubscriber(UpProcess up) throws IOException {
    Path entry =
        Files.writeString(
            directory.resolve("entry.json"),
            "{\"id\":\"acme\",\"endpoints\":[{\"id\":\"all\",\"url\":\""
                + receiver.url("/hooks")
                + "\",\"ratePerSecond\":300,\"policy\":{\"backoff\":{\"base\":\"500ms\"}}}]}");
    barid(up).run("subscriber", "put", entry.toString()).done();
  }

  /** Returns when all are acknowledged: from then on, none may be lost. */
  private static void publish(UpProcess up) throws InterruptedException, ExecutionException {
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", up.bootstrapServers(), "acks", "all"),
            new ByteArraySerializer(),
            new ByteArraySerializer())) {
      List<Future<RecordMetadata>> answers = new ArrayList<>();
      for (int number = 0; number < EVENTS; number++) {
        answers.add(
            producer.send(
                new ProducerRecord<>(
                    "barid.events",
                    "acme".getBytes(StandardCharsets.UTF_8),
                    Integer.toString(number).getBytes(StandardCharsets.UTF_8))));
      }
      for (Future<RecordMetadata> answer : answers) {
        answer.get();
      }
    }
  }

  private void awaitAll() {
    await().atMost(LONG).untilAsserted(() -> assertThat(ids(receiver.successes())).hasSize(EVENTS));
  }

  private static void awaitNoLag(UpProcess up) {
    await()
        .atMost(LONG)
        .until(
            () ->
                barid(up)
                    .run("lag", "--output", "json")
                    .done()
                    .lines()
                    .allMatch(row -> row.contains("\"lagRecords\":0,")));
  }

  /** Each delivery has one end and one retry chain, and only what was in flight repeats. */
  private void checkGuarantees(UpProcess up, Disturbance disturbance) {
    try (TestBroker broker = new TestBroker(up.bootstrapServers(), "barid.")) {
      Guarantees guarantees = Guarantees.all(() -> broker, receiver);
      guarantees.disturbed(disturbance);
      guarantees.check();
    }
  }

  private static Set<String> ids(List<ReceivedRequest> requests) {
    return requests.stream()
        .map(request -> request.header("webhook-id").orElseThrow())
        .collect(Collectors.toSet());
  }

  private static String dlq(UpProcess up) {
    return barid(up).run("dlq", "list", "--output", "json").done();
  }

  private static Program barid(UpProcess up) {
    return Program.on(up.bootstrapServers(), "barid.");
  }

  private static HttpResponse<String> get(UpProcess up, String path)
      throws IOException, InterruptedException {
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + up.httpPort() + path)).build(),
            HttpResponse.BodyHandlers.ofString());
  }
}
