package dev.barid.dlq;

import dev.barid.cli.CommandLines;
import dev.barid.core.delivery.TopicRecord;
import dev.barid.core.topic.Partitions;
import dev.barid.testkit.TestBroker;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import picocli.CommandLine;

/** Runs {@code dlq …} in the test's process against the test's broker. */
final class Tool {

  static final int PARTITIONS = 3;

  /** What a run came to. */
  record Run(int exitCode, String out, String err) {
    List<String> lines() {
      return out.lines().toList();
    }
  }

  private final TestBroker broker;
  private final Letters letters;

  Tool(TestBroker broker) {
    this.broker = broker;
    this.letters = new Letters(broker.createBaridTopics(PARTITIONS));
  }

  Letters letters() {
    return letters;
  }

  /** Puts a dead letter into its key's partition; one without a key into the first. */
  RecordMetadata bury(TopicRecord record) {
    byte[] key = record.key();
    int partition = key == null ? 0 : Partitions.of(key, PARTITIONS);
    return broker.produce(
        new ProducerRecord<>(
            record.topic(),
            partition,
            record.timestampMs(),
            key,
            record.value(),
            record.headers()));
  }

  /** Puts so many dead letters of several subscribers in; their events are e-0, e-1, … */
  void buryMany(int count) {
    for (int i = 0; i < count; i++) {
      bury(letters.exhausted("sub-" + i % 7, "orders", "e-" + i, 500 + i % 4));
    }
  }

  Run run(String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    CommandLine line = CommandLines.create(new DlqCommand());
    line.setOut(new PrintWriter(out));
    line.setErr(new PrintWriter(err));
    List<String> all = new ArrayList<>(Arrays.asList(arguments));
    all.addAll(
        List.of(
            "--bootstrap-servers", broker.bootstrapServers(), "--topic-prefix", broker.prefix()));
    int exitCode = line.execute(all.toArray(String[]::new));
    return new Run(exitCode, out.toString(), err.toString());
  }
}
