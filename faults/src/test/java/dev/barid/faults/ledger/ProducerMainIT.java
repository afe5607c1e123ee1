package dev.barid.faults.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.barid.faults.process.JvmProcess;
import dev.barid.faults.process.Launch;
import dev.barid.testkit.PrivateBroker;
import dev.barid.testkit.StoredRecord;
import dev.barid.testkit.TestBroker;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProducerMainIT {
  private static final Duration SOON = Duration.ofSeconds(60);
  private static final double RATE = 50;

  @TempDir private Path directory;
  private final PrivateBroker node = PrivateBroker.start();
  private final TestBroker broker = node.view("p.");
  private Path ledger;
  private String topic;

  @BeforeEach
  void create() {
    ledger = directory.resolve("producer");
    topic = broker.createTopic(broker.topics().events(), 3);
  }

  @AfterEach
  void close() {
    broker.close();
    node.close();
  }

  @Test
  void publishesAtItsRateAndEndsByItself() {
    try (JvmProcess producer = start(Duration.ofSeconds(4))) {
      assertThat(producer.awaitExit(SOON)).isZero();
    }

    List<ProducerLedger.Entry> entries = ProducerLedger.read(ledger);
    assertThat(entries).hasSize((int) (4 * RATE) + 1);
    assertThat(ProducerLedger.hasStopped(ledger)).isTrue();
    assertThat(entries).allMatch(entry -> entry.acknowledgedAt().isPresent());
    assertThat(entries.stream().map(entry -> entry.subscriber() + " " + entry.type()).distinct())
        .containsExactlyInAnyOrder("acme order.created", "acme user.created", "globex order.paid");
    List<StoredRecord> events = broker.readAll(topic);
    assertThat(events).hasSameSizeAs(entries);
    Map<String, String> keys =
        events.stream()
            .collect(
                Collectors.toMap(
                    event -> event.header("ce_id").orElseThrow(),
                    event -> event.key() + " " + event.header("ce_type")));
    for (ProducerLedger.Entry entry : entries) {
      assertThat(keys.get(entry.eventId()))
          .isEqualTo("Optional[" + entry.subscriber() + "] Optional[" + entry.type() + "]");
    }
  }

  @Test
  void brokersThatAreAwayForAWhileCostItNothing() {
    try (JvmProcess producer = start(Duration.ofMinutes(5))) {
      await().atMost(SOON).until(() -> acknowledged() > 20);
      node.stop();
      int sent = ProducerLedger.read(ledger).size();
      await().atMost(SOON).until(() -> ProducerLedger.read(ledger).size() > sent + 3 * RATE);
      long before = acknowledged();
      node.resume();
      await().atMost(SOON).until(() -> acknowledged() > before + 4 * RATE);
      assertThat(producer.terminate(SOON)).isEqualTo(143);
    }

    assertThat(ProducerLedger.hasStopped(ledger)).isTrue();
    List<ProducerLedger.Entry> entries = ProducerLedger.read(ledger);
    assertThat(entries).allMatch(entry -> entry.acknowledgedAt().isPresent());
    assertThat(broker.readAll(topic).stream().map(event -> event.header("ce_id").orElseThrow()))
        .as("each once")
        .containsExactlyInAnyOrderElementsOf(
            entries.stream().map(ProducerLedger.Entry::eventId).toList());
  }

  @Test
  void killedItLeavesALedgerOfWhatItMayHaveSent() {
    try (JvmProcess producer = start(Duration.ofMinutes(5))) {
      await().atMost(SOON).until(() -> acknowledged() > 20);
      producer.kill();
    }

    assertThat(ProducerLedger.hasStopped(ledger)).isFalse();
    List<String> sent =
        ProducerLedger.read(ledger).stream().map(ProducerLedger.Entry::eventId).toList();
    assertThat(broker.readAll(topic).stream().map(event -> event.header("ce_id").orElseThrow()))
        .doesNotHaveDuplicates()
        .isSubsetOf(sent)
        .hasSizeGreaterThanOrEqualTo((int) acknowledged());
  }

  private long acknowledged() {
    return ProducerLedger.read(ledger).stream()
        .filter(entry -> entry.acknowledgedAt().isPresent())
        .count();
  }

  private JvmProcess start(Duration length) {
    return JvmProcess.start(
        Launch.of(
            "producer",
            directory,
            ProducerMain.class,
            ProducerMain.arguments(
                    broker.bootstrapServers(),
                    topic,
                    ledger,
                    7,
                    RATE,
                    length,
                    Map.of(
                        "acme",
                        List.of("order.created", "user.created"),
                        "globex",
                        List.of("order.paid")))
                .toArray(String[]::new)));
  }
}
