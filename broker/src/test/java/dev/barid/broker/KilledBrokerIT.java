package dev.barid.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(180)
class KilledBrokerIT {
  private static final int BEFORE_THE_KILL = 2_000;
  private static final int COMMITS_BEFORE_THE_KILL = 100;
  private static final String TOPIC = "events";

  @TempDir Path temp;

  @Test
  @Tag("R-D4")
  void whatWasAcknowledgedIsThereAfterAKillInMidTraffic() throws Exception {
    Path data = temp.resolve("data");
    Set<String> acknowledged = new HashSet<>();
    for (int kill = 1; kill <= 2; kill++) {
      acknowledged.addAll(
          KilledJvm.run(
              Traffic.class, data, BEFORE_THE_KILL, count -> whileItRuns(count == 1, data)));
      assertThat(acknowledged).hasSizeGreaterThanOrEqualTo(kill * BEFORE_THE_KILL);
    }

    try (EmbeddedBroker broker = EmbeddedBroker.start(BrokerOptions.in(data))) {
      assertThat(Clients.readAll(broker.bootstrapServers(), TOPIC)).containsAll(acknowledged);
    }
  }

  private static void whileItRuns(boolean first, Path data) {
    if (first) {
      assertThatThrownBy(() -> EmbeddedBroker.start(BrokerOptions.in(data)))
          .hasMessageContaining("data directory \"" + data + "\" is in use");
    }
  }

  /**
   * Those that were ending at the kill, too: all of them are ended, or {@code readAll} never comes
   * to the end.
   */
  @Test
  @Tag("R-D4")
  void noTransactionIsLeftHangingByAKill() throws Exception {
    Path data = temp.resolve("data");
    Set<String> committed = new HashSet<>();
    for (int kill = 1; kill <= 3; kill++) {
      committed.addAll(
          KilledJvm.run(Transactions.class, data, COMMITS_BEFORE_THE_KILL, count -> {}));
      assertThat(committed).hasSizeGreaterThanOrEqualTo(kill * COMMITS_BEFORE_THE_KILL);

      try (EmbeddedBroker broker = EmbeddedBroker.start(BrokerOptions.in(data))) {
        assertThat(Clients.readAll(broker.bootstrapServers(), TOPIC)).containsAll(committed);
      }
    }
  }

  private static EmbeddedBroker start(String data) throws Exception {
    EmbeddedBroker broker = EmbeddedBroker.start(BrokerOptions.in(Path.of(data)));
    if (!new File(data, TOPIC + "-0").exists()) {
      Clients.createTopic(broker.bootstrapServers(), TOPIC);
    }
    return broker;
  }

  /** The process that is killed: a broker, and a producer that never stops. */
  static final class Traffic {
    private Traffic() {}

    public static void main(String[] args) throws Exception {
      EmbeddedBroker broker = start(args[0]);
      String run = Long.toString(ProcessHandle.current().pid());
      KafkaProducer<String, String> producer = Clients.producer(broker.bootstrapServers());
      for (long n = 0; ; n++) {
        String value = run + "-" + n;
        producer.send(
            new ProducerRecord<>(TOPIC, value, value),
            (metadata, failure) -> {
              if (failure == null) {
                KilledJvm.say(value);
              }
            });
      }
    }
  }

  /** The process that is killed: a broker, and producers whose transactions are always ending. */
  static final class Transactions {
    private static final int PRODUCERS = 8;

    private Transactions() {}

    public static void main(String[] args) throws Exception {
      EmbeddedBroker broker = start(args[0]);
      List<Thread> threads = new ArrayList<>();
      for (int number = 0; number < PRODUCERS; number++) {
        // Nobody goes on with the last ones of a killed process: each must end by itself.
        String name = ProcessHandle.current().pid() + "-" + number;
        threads.add(new Thread(() -> commitForEver(broker.bootstrapServers(), name)));
      }
      threads.forEach(Thread::start);
    }

    private static void commitForEver(String bootstrapServers, String name) {
      try (KafkaProducer<String, String> producer =
          Clients.producer(bootstrapServers, name, Duration.ofSeconds(1))) {
        producer.initTransactions();
        for (long n = 0; ; n++) {
          String value = name + "-" + n;
          producer.beginTransaction();
          for (int partition = 0; partition < Clients.PARTITIONS; partition++) {
            producer.send(new ProducerRecord<>(TOPIC, partition, value, value));
          }
          producer.commitTransaction();
          KilledJvm.say(value);
        }
      }
    }
  }
}
