package dev.barid.dlq;

import static org.assertj.core.api.Assertions.assertThat;

import dev.barid.cli.CommandLines;
import dev.barid.core.delivery.TopicRecord;
import dev.barid.core.policy.DeadLetterReason;
import dev.barid.testkit.TestBroker;
import dev.barid.testkit.WithBroker;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@WithBroker
@Timeout(90)
@Tag("R-Q1")
@Tag("R-Q2")
class ListIT {

  @Test
  void showsWhatTheFiltersLeaveAsATableOrAsJson(TestBroker broker) {
    Tool tool = new Tool(broker);
    tool.bury(tool.letters().exhausted("acme", "orders", "e-1", 503));
    tool.bury(tool.letters().dead("acme", "invoices", "e-2", 404, DeadLetterReason.PERMANENT));
    RecordMetadata third = tool.bury(tool.letters().unknownSubscriber("nobody", "e-3"));

    assertThat(tool.run("list", "--output", "json").lines()).hasSize(3);
    assertThat(tool.run("list", "--subscriber", "acme", "--status", "400-499").out())
        .contains("e-2")
        .doesNotContain("e-1", "e-3");
    assertThat(tool.run("list", "--output", "json", "--reason", "unknown-subscriber").out())
        .isEqualTo(
            "{\"subscriber\":\"nobody\",\"endpoint\":null,\"eventId\":\"e-3\","
                + "\"eventType\":\"order.created\",\"reason\":\"unknown-subscriber\","
                + "\"status\":null,\"error\":\"unknown subscriber\",\"attempts\":0,"
                + "\"firstSeenAt\":\"2026-05-01T12:00:00Z\",\"lastAttemptAt\":null,\"position\":\""
                + new Position(third.topic(), third.partition(), third.offset())
                + "\",\"state\":\"open\"}\n");
    assertThat(tool.run("list", "--since", "2026-05-01", "--until", "2026-05-02").lines())
        .hasSize(4);
    assertThat(tool.run("list", "--since", "1h").out()).isEmpty();
    assertThat(tool.run("list", "--limit", "2", "--output", "json").lines()).hasSize(2);
    Tool.Run none = tool.run("list", "--state", "purged,redriven");
    assertThat(none.out()).isEmpty();
    assertThat(none.err())
        .startsWith("No such dead letter that is redriven or purged")
        .contains("--state open,redriven,purged");
    assertThat(tool.run("list", "--state", "purged", "--output", "json").err()).isEmpty();
  }

  @Test
  void aTopicThatIsntThereIsSaidPlainly(TestBroker broker) {
    StringWriter err = new StringWriter();
    picocli.CommandLine line = CommandLines.create(new DlqCommand());
    line.setErr(new PrintWriter(err));

    int exitCode =
        line.execute(
            "list",
            "--bootstrap-servers",
            broker.bootstrapServers(),
            "--topic-prefix",
            broker.topic("none."));

    assertThat(exitCode).isEqualTo(1);
    assertThat(err.toString())
        .contains("there is no topic \"" + broker.topic("none.dlq") + "\"")
        .contains("barid topics create");
  }

  @Test
  void followListsWhatComesLater(TestBroker broker) throws Exception {
    Tool tool = new Tool(broker);
    tool.bury(tool.letters().exhausted("acme", "orders", "e-1", 503));
    CompletableFuture<Tool.Run> run =
        CompletableFuture.supplyAsync(
            () -> tool.run("list", "--follow", "--limit", "4", "--output", "json"));
    for (int i = 2; i <= 4; i++) {
      tool.bury(tool.letters().exhausted("sub-" + i, "orders", "e-" + i, 503));
    }

    Tool.Run ended = run.get(60, TimeUnit.SECONDS);

    assertThat(ended.lines()).hasSize(4).doesNotHaveDuplicates();
    assertThat(ended.out()).contains("\"e-1\"", "\"e-2\"", "\"e-3\"", "\"e-4\"");
  }

  @Test
  void showTellsEverythingAboutOne(TestBroker broker) {
    Tool tool = new Tool(broker);
    TopicRecord record = tool.letters().exhausted("acme", "orders", "e-1", 503);
    RecordMetadata at = tool.bury(record);
    String position = new Position(at.topic(), at.partition(), at.offset()).toString();

    Tool.Run table = tool.run("show", position);
    Tool.Run json = tool.run("show", position, "--output", "json");

    assertThat(table.exitCode()).isZero();
    assertThat(table.lines())
        .contains("position      " + position, "response      oops", "{\"event\":\"e-1\"}");
    assertThat(json.lines()).hasSize(1);
    assertThat(json.out())
        .startsWith("{\"subscriber\":\"acme\",")
        .contains("\"body\":\"{\\\"event\\\":\\\"e-1\\\"}\"", "\"excerpt\":\"oops\"")
        .contains("{\"name\":\"ce_type\",\"value\":\"order.created\"}");
  }

  @Test
  void showSaysWhatIsWrongWithAPosition(TestBroker broker) {
    Tool tool = new Tool(broker);
    String dlq = broker.topics().dlq();

    assertThat(tool.run("show", "17").exitCode()).isEqualTo(2);
    assertThat(tool.run("show", dlq + "-99-0").exitCode()).isEqualTo(2);
    assertThat(tool.run("show", broker.topics().events() + "-0-0").exitCode()).isEqualTo(2);
    Tool.Run absent = tool.run("show", dlq + "-0-12");
    assertThat(absent.exitCode()).isEqualTo(1);
    assertThat(absent.err())
        .isEqualTo(
            "barid: there is no dead letter at \"" + dlq + "-0-12\"" + System.lineSeparator());
  }
}
