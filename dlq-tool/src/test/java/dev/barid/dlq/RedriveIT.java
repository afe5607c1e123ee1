package dev.barid.dlq;

import static org.assertj.core.api.Assertions.assertThat;

import dev.barid.core.delivery.HeaderNames;
import dev.barid.core.delivery.Incoming;
import dev.barid.core.delivery.RecordReader;
import dev.barid.core.policy.DeadLetterReason;
import dev.barid.core.topic.Partitions;
import dev.barid.core.topic.TopicLayout;
import dev.barid.testkit.StoredRecord;
import dev.barid.testkit.TestBroker;
import dev.barid.testkit.WithBroker;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@WithBroker
@Timeout(90)
@Tag("R-Q3")
class RedriveIT {

  private static List<String> eventIds(TestBroker broker) {
    return broker.readAll(broker.topics().redeliveries()).stream()
        .map(record -> record.header(HeaderNames.EVENT_ID).orElseThrow())
        .sorted()
        .toList();
  }

  @Test
  void withoutExecuteItSaysWhatItWouldSendAndSendsNothing(TestBroker broker) {
    Tool tool = new Tool(broker);
    tool.bury(tool.letters().exhausted("acme", "orders", "e-1", 503));
    tool.bury(tool.letters().exhausted("acme", "orders", "e-2", 503));
    tool.bury(tool.letters().dead("globex", "hooks", "e-3", 410, DeadLetterReason.GONE));

    Tool.Run run = tool.run("redrive", "--all");

    assertThat(run.exitCode()).isZero();
    assertThat(run.lines())
        .containsExactly(
            "REASON     SUBSCRIBER  ENDPOINT  COUNT",
            "exhausted  acme        orders        2",
            "gone       globex      hooks         1",
            "3 matched, 0 redriven (dry run, add --execute to send them)");
    assertThat(broker.readAll(broker.topics().redeliveries())).isEmpty();
    assertThat(broker.readAll(broker.topics().dlqState())).isEmpty();
  }

  @Test
  void withoutAFilterAllMustBeSaid(TestBroker broker) {
    Tool.Run run = new Tool(broker).run("redrive", "--execute", "--limit", "5");

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).startsWith("barid: redrive without a filter (expected: ");
    assertThat(run.err().lines()).hasSize(1);
  }

  @Test
  void whatIsSentIsTheSameEventForTheSameEndpointWithAFreshBudget(TestBroker broker) {
    Tool tool = new Tool(broker);
    tool.bury(tool.letters().exhausted("acme", "orders", "e-1", 503));

    Tool.Run run = tool.run("redrive", "--subscriber", "acme", "--execute", "--job", "fix-42");

    assertThat(run.out()).isEqualTo("1 matched, 1 redriven\n");
    StoredRecord sent = broker.readAll(broker.topics().redeliveries()).get(0);
    assertThat(sent.partition()).isEqualTo(Partitions.of(bytes("acme"), Tool.PARTITIONS));
    assertThat(sent.value()).contains("{\"event\":\"e-1\"}");
    assertThat(RecordReader.readRedelivery(sent.source()))
        .isInstanceOfSatisfying(
            Incoming.ForOne.class,
            read -> {
              assertThat(read.delivery().event().id()).isEqualTo("e-1");
              assertThat(read.delivery().event().type()).contains("order.created");
              assertThat(read.delivery().endpoint()).isEqualTo("orders");
              assertThat(read.delivery().history().attempts()).isZero();
              assertThat(read.delivery().history().lifetime()).isEmpty();
              assertThat(read.delivery().history().retryReason()).contains("redrive");
            });
    StoredRecord mark = broker.readAll(broker.topics().dlqState()).get(0);
    assertThat(mark.partition()).isEqualTo(sent.partition());
    assertThat(mark.value().orElseThrow()).contains("\"redriven\"", "\"fix-42\"", "\"times\":1");
  }

  @Test
  void aSecondRedriveMatchesNothingUnlessForced(TestBroker broker) {
    Tool tool = new Tool(broker);
    tool.buryMany(20);

    assertThat(tool.run("redrive", "--all", "--execute").out())
        .isEqualTo("20 matched, 20 redriven\n");
    assertThat(tool.run("redrive", "--all", "--execute").out())
        .startsWith("0 matched, 0 redriven; 20 redriven before are left out");
    assertThat(eventIds(broker)).hasSize(20).doesNotHaveDuplicates();
    assertThat(tool.run("list").out()).isEmpty();
    assertThat(tool.run("list", "--state", "redriven", "--output", "json").lines()).hasSize(20);

    assertThat(tool.run("redrive", "--event", "e-3", "--execute", "--force").out())
        .isEqualTo("1 matched, 1 redriven\n");
    assertThat(eventIds(broker)).hasSize(21).containsOnlyOnce("e-4").contains("e-3");
  }

  @Test
  void theLimitHoldsOverAllPartitionsAndTheNextRunGoesOn(TestBroker broker) {
    Tool tool = new Tool(broker);
    tool.buryMany(20);

    assertThat(tool.run("redrive", "--all", "--limit", "13", "--execute").out())
        .isEqualTo("13 matched, 13 redriven\n");
    assertThat(tool.run("redrive", "--all", "--execute", "--output", "json").out())
        .isEqualTo("{\"matched\":7,\"redriven\":7,\"redrivenBefore\":13}\n");
    assertThat(eventIds(broker)).hasSize(20).doesNotHaveDuplicates();
  }

  @Test
  void copiesForAnotherSubscriberGoToAllItsEndpointsAndLeaveTheDeadLetterOpen(TestBroker broker) {
    Tool tool = new Tool(broker);
    tool.bury(tool.letters().exhausted("acme", "orders", "e-1", 503));

    String[] copy = {"redrive", "--all", "--to", "sandbox", "--execute"};
    assertThat(tool.run(copy).out()).isEqualTo("1 matched, 1 redriven\n");
    assertThat(tool.run(copy).out()).startsWith("0 matched, 0 redriven");

    StoredRecord sent = broker.readAll(broker.topics().redeliveries()).get(0);
    assertThat(sent.key()).contains("sandbox");
    assertThat(sent.partition()).isEqualTo(Partitions.of(bytes("sandbox"), Tool.PARTITIONS));
    assertThat(RecordReader.readRedelivery(sent.source())).isInstanceOf(Incoming.ForAll.class);
    assertThat(tool.run("list", "--output", "json").out()).contains("\"state\":\"open\"");
  }

  @Test
  void malformedOnesAreListedAndSentAsTheyWere(TestBroker broker) {
    Tool tool = new Tool(broker);
    byte[] oddKey = {(byte) 0xff, 0x00, 0x1b};
    tool.bury(tool.letters().malformed(null, null, 1));
    tool.bury(tool.letters().malformed(oddKey, new byte[] {0, 1, 2}, 2));

    assertThat(tool.run("list", "--reason", "malformed", "--output", "json").lines()).hasSize(2);
    assertThat(tool.run("list").lines()).hasSize(3).noneMatch(line -> line.contains("\u001b"));
    assertThat(tool.run("redrive", "--reason", "malformed", "--execute").out())
        .isEqualTo("2 matched, 2 redriven\n");
    assertThat(broker.readAll(broker.topics().redeliveries()))
        .anySatisfy(sent -> assertThat(sent.source().key()).isNull())
        .anySatisfy(sent -> assertThat(sent.source().key()).isEqualTo(oddKey));
  }

  @Test
  @Tag("R-D6")
  void anEventAsLargeAsTheTopicAllowsCanBeRedriven(TestBroker broker) {
    Tool tool = new Tool(broker);
    byte[] body = new byte[TopicLayout.EVENT_MAX_BYTES - 1_000];
    ProducerRecord<byte[], byte[]> large =
        new ProducerRecord<>(broker.topics().dlq(), 0, bytes("acme"), body);
    tool.letters()
        .exhausted("acme", "orders", "e-1", 503)
        .headers()
        .forEach(header -> large.headers().add(header));
    Writing.produceLarge(broker, large);

    assertThat(tool.run("redrive", "--all", "--execute").out())
        .isEqualTo("1 matched, 1 redriven\n");
    assertThat(broker.readAll(broker.topics().redeliveries()).get(0).source().value())
        .isEqualTo(body);
  }

  @Test
  @Tag("R-Q4")
  void theMarkOfADeadLetterThatIsGoneGoesToo(TestBroker broker) {
    Tool tool = new Tool(broker);
    RecordMetadata buried = tool.bury(tool.letters().exhausted("acme", "orders", "e-1", 503));
    tool.run("redrive", "--all", "--execute");
    tool.bury(tool.letters().exhausted("acme", "orders", "e-2", 503));
    TopicPartition partition = new TopicPartition(buried.topic(), buried.partition());
    TestBroker.get(
        broker
            .admin()
            .deleteRecords(Map.of(partition, RecordsToDelete.beforeOffset(buried.offset() + 1)))
            .all());

    assertThat(tool.run("redrive", "--all", "--execute").out())
        .isEqualTo("1 matched, 1 redriven\n");

    List<StoredRecord> states = broker.readAll(broker.topics().dlqState());
    assertThat(states).hasSize(3);
    assertThat(states.get(1).key()).isEqualTo(states.get(0).key());
    assertThat(states.get(1).value()).isEmpty();
    assertThat(states.get(2).value().orElseThrow()).contains("redriven");
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
