package dev.barid.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
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

  /** As {@code barid up} does when others still produce. */
  @Test
  @Tag("R-D4")
  void noTransactionIsLeftHangingByAStop() throws Exception {
    Path data = temp.resolve("data");
    for (int stop = 1; stop <= 5; stop++) {
      Set<String> committed = Collections.synchronizedSet(new HashSet<>());
      CountDownLatch enough = new CountDownLatch(COMMITS_BEFORE_THE_KILL);
      List<Thread> threads;
      try (EmbeddedBroker broker = start(data.toString())) {
        threads =
            Transactions.commit(
                broker.bootstrapServers(),
                "stop-" + stop,
                value -> {
                  committed.add(value);
                  enough.countDown();
                });
        assertThat(enough.await(1, TimeUnit.MINUTES)).isTrue();
      }
      for (Thread thread : threads) {
        thread.interrupt();
        thread.join();
      }

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
      // Nobody goes on with the last ones of a killed process: each must end by itself.
      commit(
          broker.bootstrapServers(), Long.toString(ProcessHandle.current().pid()), KilledJvm::say);
    }

    /** Threads that commit until they are interrupted. */
    static List<Thread> commit(String bootstrapServers, String name, Consumer<String> onCommitted) {
      List<Thread> threads = new ArrayList<>();
      for (int number = 0; number < PRODUCERS; number++) {
        String id = name + "-" + number;
        threads.add(new Thread(() -> commitForEver(bootstrapServers, id, onCommitted)));
      }
      threads.forEach(Thread::start);
      return threads;
    }

    private static void commitForEver(
        String bootstrapServers, String id, Consumer<String> onCommitted) {
      KafkaProducer<String, String> producer =
          Clients.producer(bootstrapServers, id, Duration.ofSeconds(1));
      try {
        producer.initTransactions();
        for (long n = 0; ; n++) {
          String value = id + "-" + n;
          producer.beginTransaction();
          for (int partition = 0; partition < Clients.PARTITIONS; partition++) {
            producer.send(new ProducerRecord<>(TOPIC, partition, value, value));
          }
          producer.commitTransaction();
          onCommitted.accept(value);
        }
      } catch (KafkaException interruptedOrGone) {
        producer.close(Duration.ZERO);
      }
    }
  }
}
