package dev.barid.standalone.attempts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.barid.cli.CommandLines;
import dev.barid.core.attempt.AttemptEntry;
import dev.barid.standalone.Program;
import dev.barid.testkit.TestBroker;
import dev.barid.testkit.WithBroker;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@WithBroker
@Tag("R-M4")
class AttemptsIT {

  private static final Duration SOON = Duration.ofSeconds(30);

  private TestBroker broker;
  private Program barid;

  @BeforeEach
  void createTopics(TestBroker given) {
    broker = given;
    broker.createBaridTopics(3);
    barid = Program.on(broker.bootstrapServers(), broker.prefix());
  }

  @Test
  void jsonHasTheContractsFieldsInItsOrder() {
    log(Entries.answered("e-1", Entries.NOON, 1, 503, "busy\u0007"));

    assertThat(barid.run("attempts", "acme", "--output", "json").done())
        .isEqualTo(
            "{\"time\":\"2026-05-01T12:00:00Z\",\"subscriber\":\"acme\",\"endpoint\":\"orders\","
                + "\"eventId\":\"e-1\",\"eventType\":\"order.created\",\"attempt\":1,"
                + "\"kind\":\"first\",\"status\":503,\"errorClass\":\"http\","
                + "\"error\":\"HTTP 503\",\"durationMs\":1204,\"excerpt\":\"busy\\u0007\","
                + "\"outcome\":\"retry\",\"nextDueAt\":\"2026-05-01T12:00:58Z\"}\n");
  }

  @Test
  void theFiltersAndTheLimitLeaveWhatIsAskedFor() {
    Instant now = Instant.now();
    log(Entries.answered("e-1", now.minusSeconds(7_200), 1, 503, ""));
    log(Entries.answered("e-2", now.minusSeconds(60), 1, 503, ""));
    log(Entries.timedOut("e-1", now.minusSeconds(50), 2));
    log(Entries.delivered("other", "e-3", now.minusSeconds(40), 1));
    broker.produce(broker.topics().attempts(), "acme", "no JSON");
    broker.produce(broker.topics().attempts(), "acme", "{}");
    broker.produce(broker.topics().attempts(), "acme", (byte[]) null, Map.of());

    assertThat(barid.run("attempts").lines()).hasSize(5);
    assertThat(barid.run("attempts", "acme", "--event", "e-1").lines()).hasSize(3);
    assertThat(barid.run("attempts", "--since", "1h").lines()).hasSize(4);
    assertThat(barid.run("attempts", "acme", "--endpoint", "orders").lines()).hasSize(4);
    assertThat(barid.run("attempts", "acme", "--endpoint", "none").out()).isEmpty();
    assertThat(barid.run("attempts", "--limit", "2", "--output", "json").lines())
        .satisfiesExactly(
            line -> assertThat(line).contains("\"e-1\"", "dead-lettered"),
            line -> assertThat(line).contains("\"e-3\"", "\"delivered\""));
    assertThat(barid.run("attempts", "--limit", "0").status()).isEqualTo(2);
  }

  @Test
  void whereThereIsNoneItSaysWhereElseToLook() {
    Program.Result result = barid.run("attempts", "acme", "--event", "e-9");

    assertThat(result.done()).isEmpty();
    assertThat(result.err()).contains("barid dlq list --subscriber acme --event e-9");
    assertThat(barid.run("attempts", "acme", "--output", "json").err()).isEmpty();
  }

  @Test
  void followShowsTheNewestAndThenWhatComesLater() throws InterruptedException {
    log(Entries.timedOut("e-1", Entries.NOON, 1));
    log(Entries.timedOut("e-2", Entries.NOON.plusSeconds(1), 1));
    StringWriter printed = new StringWriter();
    Thread following = new Thread(() -> follow(new PrintWriter(printed, true)));
    following.start();
    await().atMost(SOON).until(() -> printed.toString().contains("e-2"));

    log(Entries.timedOut("e-3", Entries.NOON, 1));

    await().atMost(SOON).until(() -> printed.toString().contains("e-3"));
    following.interrupt();
    following.join(SOON.toMillis());
    assertThat(following.isAlive()).isFalse();
    assertThat(printed.toString()).doesNotContain("e-1").hasLineCount(3);
  }

  private void follow(PrintWriter out) {
    CommandLines.create(new AttemptsCommand())
        .setOut(out)
        .setErr(new PrintWriter(Writer.nullWriter()))
        .execute(
            "--follow",
            "--limit",
            "1",
            "--bootstrap-servers",
            broker.bootstrapServers(),
            "--topic-prefix",
            broker.prefix());
  }

  private void log(AttemptEntry entry) {
    broker.produce(
        new ProducerRecord<>(
            broker.topics().attempts(),
            null,
            entry.time().toEpochMilli(),
            entry.subscriber().getBytes(StandardCharsets.UTF_8),
            entry.toJson()));
  }
}
