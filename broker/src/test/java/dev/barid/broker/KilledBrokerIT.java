package dev.barid.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(180)
class KilledBrokerIT {
  private static final int BEFORE_THE_KILL = 2_000;

  @TempDir Path temp;

  @Test
  @Tag("R-D4")
  void whatWasAcknowledgedIsThereAfterAKillInMidTraffic() throws Exception {
    Path data = temp.resolve("data");
    Set<String> acknowledged = new HashSet<>();
    for (int kill = 1; kill <= 2; kill++) {
      acknowledged.addAll(produceAndKill(data));
      assertThat(acknowledged).hasSizeGreaterThanOrEqualTo(kill * BEFORE_THE_KILL);
    }

    try (EmbeddedBroker broker = EmbeddedBroker.start(Traffic.options(data))) {
      assertThat(Clients.readAll(broker.bootstrapServers(), Traffic.TOPIC))
          .containsAll(acknowledged);
    }
  }

  /** Returns what the killed process had said was acknowledged. */
  private static Set<String> produceAndKill(Path data) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx512m",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                Traffic.class.getName(),
                data.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    CompletableFuture.delayedExecutor(1, TimeUnit.MINUTES).execute(process::destroyForcibly);
    Set<String> acknowledged = new HashSet<>();
    try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
      String line;
      while ((line = lines.readLine()) != null) {
        if (line.startsWith(Traffic.ACKNOWLEDGED) && line.endsWith(";")) {
          acknowledged.add(line.substring(Traffic.ACKNOWLEDGED.length()));
        }
        if (acknowledged.size() == 1) {
          assertThatThrownBy(() -> EmbeddedBroker.start(Traffic.options(data)))
              .hasMessageContaining("data directory \"" + data + "\" is in use");
        }
        if (acknowledged.size() == BEFORE_THE_KILL) {
          process.destroyForcibly();
        }
      }
    } catch (IOException e) {
      // The pipe's end may break with the process; the lines read until then count.
    } finally {
      process.destroyForcibly().waitFor();
    }
    return acknowledged;
  }

  /** The process that is killed: a broker, and a producer that never stops. */
  static final class Traffic {
    static final String TOPIC = "events";
    static final String ACKNOWLEDGED = "acknowledged ";

    private Traffic() {}

    /** The dead node's session ends sooner, so that the test does. */
    static BrokerOptions options(Path data) {
      return BrokerOptions.in(data).withExtraProperty("broker.session.timeout.ms", "2000");
    }

    public static void main(String[] args) throws Exception {
      EmbeddedBroker broker = EmbeddedBroker.start(options(Path.of(args[0])));
      String run = Long.toString(ProcessHandle.current().pid());
      if (!new File(args[0], TOPIC + "-0").exists()) {
        Clients.createTopic(broker.bootstrapServers(), TOPIC);
      }
      KafkaProducer<String, String> producer = Clients.producer(broker.bootstrapServers());
      for (long n = 0; ; n++) {
        String value = run + "-" + n + ";";
        producer.send(
            new ProducerRecord<>(TOPIC, value, value),
            (metadata, failure) -> {
              if (failure == null) {
                System.out.println(ACKNOWLEDGED + value);
              }
            });
      }
    }
  }
}
