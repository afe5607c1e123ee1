package dev.barid.standalone.delivery;

import static dev.barid.standalone.delivery.Registry.endpoint;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.barid.core.delivery.HeaderNames;
import dev.barid.core.topic.Partitions;
import dev.barid.core.topic.RetryTiers;
import dev.barid.standalone.Program;
import dev.barid.testkit.ReceivedRequest;
import dev.barid.testkit.Receiver;
import dev.barid.testkit.TestBroker;
import dev.barid.testkit.WithBroker;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Records with internal headers of anyone's making, in every topic that Barid reads: each ends, as
 * delivered or in the DLQ, and what stands behind it on its partition arrives.
 */
@WithBroker
@Tag("R-D5")
class HostileHeadersIT {

  private static final Duration SOON = Duration.ofSeconds(90);

  private static final List<String> NAMES =
      List.of(
          HeaderNames.EVENT_ID,
          HeaderNames.ENDPOINT,
          HeaderNames.ATTEMPT,
          HeaderNames.DUE_AT,
          HeaderNames.ACCEPTED_AT,
          HeaderNames.FIRST_SEEN_AT,
          HeaderNames.GIVE_UP_AT,
          HeaderNames.LAST_ATTEMPT_AT,
          HeaderNames.REASON,
          HeaderNames.STATUS,
          HeaderNames.ERROR,
          HeaderNames.EXCERPT,
          HeaderNames.ORIGIN,
          HeaderNames.DEFERRALS,
          HeaderNames.PARKED_VERSION,
          HeaderNames.PROBE_VERSION,
          HeaderNames.REHOMED);

  /** By what is wrong with them. */
  private static final Map<String, byte[]> VALUES = values();

  @RegisterExtension
  private static final Stage STAGE = new Stage(Map.of("retryBudget.floorPerSecond", "10000"));

  private final Receiver receiver = Receiver.start();
  private final TestBroker broker = STAGE.broker();
  private final String acme = STAGE.newSubscriber();
  private final byte[] key = bytes(acme);
  private final int home = Partitions.of(key, Roles.PARTITIONS);

  private static Map<String, byte[]> values() {
    Map<String, byte[]> values = new LinkedHashMap<>();
    values.put("zero length", new byte[0]);
    values.put("negative", bytes("-1"));
    values.put("not a number", bytes("soon"));
    values.put("far future", bytes("253402300799999"));
    values.put("beyond the calendar", bytes("9223372036854775807"));
    values.put("far past", bytes("0"));
    values.put("huge", bytes("9".repeat(20_000)));
    values.put("no UTF-8", new byte[] {(byte) 0xC3, 0x28, (byte) 0xFF, 0});
    values.put("two lines", bytes("1\r\nX-Evil: 1"));
    return values;
  }

  @BeforeEach
  void put() {
    Registry.put(
        broker,
        acme,
        endpoint("all", receiver.url("/all"), "\"concurrency\":100,\"ratePerSecond\":1000"));
  }

  @AfterEach
  void stop() {
    receiver.close();
  }

  @Test
  void onEventsAreIgnored() {
    int count = produceHostile(broker.topics().events());
    produceGood(broker.topics().events());

    awaitGood();

    awaitNoLag();
    assertThat(receiver.requests()).as("all are delivered, as first attempts").hasSize(count + 1);
    assertThat(receiver.requests())
        .allMatch(request -> request.header("X-Delivery-Attempt").orElse("").equals("1"))
        .allMatch(request -> request.header("X-Evil").isEmpty());
    assertThat(broker.readAll(broker.topics().dlq())).isEmpty();
  }

  @Test
  void onRedeliveriesStallNothing() {
    int count = produceHostile(broker.topics().redeliveries());
    produceGood(broker.topics().redeliveries());

    awaitGood();

    awaitAllEnd(count);
  }

  @Test
  void onADelayTierStallNothingAndHoldNothingForEver() {
    String tier = broker.topics().retry(RetryTiers.DEFAULT.tiers().get(0));
    int count = produceHostile(tier);
    produceGood(tier);

    awaitGood();

    awaitAllEnd(count);
  }

  @Test
  void onParkedStallNothingAndHoldNothingForEver() {
    int count = produceHostile(broker.topics().parked());
    produceGood(broker.topics().parked());

    awaitGood();

    awaitAllEnd(count);
  }

  /** Each record ended once: delivered, or in the DLQ with a reason. */
  private void awaitAllEnd(int count) {
    await()
        .atMost(SOON)
        .untilAsserted(
            () -> assertThat(unfinished(count)).as("hostile records of no end").isEmpty());
    awaitNoLag();
    assertThat(broker.readAll(broker.topics().dlq()))
        .allMatch(letter -> letter.header(HeaderNames.DLQ_REASON).isPresent())
        .anyMatch(letter -> letter.header(HeaderNames.DLQ_REASON).orElse("").equals("malformed"));
    assertThat(receiver.requests()).allMatch(request -> request.header("X-Evil").isEmpty());
  }

  private List<String> unfinished(int count) {
    List<String> ended = new ArrayList<>();
    receiver.requests().forEach(request -> ended.add(request.text()));
    broker.readAll(broker.topics().dlq()).forEach(letter -> ended.add(letter.value().orElse("")));
    Map<String, Long> times =
        ended.stream().collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
    assertThat(times.values()).as("ends of each").allMatch(ends -> ends == 1);
    List<String> open = new ArrayList<>(bodies());
    open.removeAll(ended);
    assertThat(bodies()).hasSize(count);
    return open;
  }

  private static List<String> bodies() {
    List<String> bodies = new ArrayList<>();
    for (String name : NAMES) {
      VALUES.keySet().forEach(what -> bodies.add(name + ": " + what));
      bodies.add(name + ": twice");
    }
    return bodies;
  }

  private int produceHostile(String topic) {
    for (String name : NAMES) {
      VALUES.forEach((what, value) -> produce(topic, name + ": " + what, List.of(value), name));
      produce(topic, name + ": twice", List.of(bytes("7"), bytes("x y")), name);
    }
    return bodies().size();
  }

  private void produceGood(String topic) {
    produce(topic, "good", List.of(), "");
  }

  private void produce(String topic, String body, List<byte[]> hostile, String name) {
    long nowMs = System.currentTimeMillis();
    // Old enough that nothing parked waits for its health any more.
    ProducerRecord<byte[], byte[]> produced =
        new ProducerRecord<>(topic, home, nowMs - 120_000, key, bytes(body));
    String now = Long.toString(nowMs);
    // What asks to be held for ever is held until then.
    String giveUpAt = Long.toString(nowMs + (hostile.isEmpty() ? 3_600_000 : 8_000));
    Map<String, String> sound = new LinkedHashMap<>();
    sound.put(HeaderNames.EVENT_ID, "e" + Integer.toHexString(body.hashCode()));
    sound.put(HeaderNames.ENDPOINT, "all");
    sound.put(HeaderNames.ATTEMPT, "1");
    sound.put(HeaderNames.DUE_AT, now);
    sound.put(HeaderNames.FIRST_SEEN_AT, now);
    sound.put(HeaderNames.GIVE_UP_AT, giveUpAt);
    sound.put(HeaderNames.PARKED_VERSION, "0");
    sound.forEach(
        (header, value) -> {
          if (!header.equals(name)) {
            produced.headers().add(header, bytes(value));
          }
        });
    hostile.forEach(value -> produced.headers().add(name, value));
    broker.produce(produced);
  }

  private void awaitGood() {
    await()
        .atMost(SOON)
        .until(
            () -> receiver.requests().stream().map(ReceivedRequest::text).anyMatch("good"::equals));
  }

  private void awaitNoLag() {
    Program barid = Program.on(broker.bootstrapServers(), broker.prefix());
    await()
        .atMost(SOON)
        .until(
            () ->
                barid
                    .run("lag", "--output", "json")
                    .done()
                    .lines()
                    .allMatch(row -> row.contains("\"lagRecords\":0,")));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
