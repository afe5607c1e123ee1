package dev.barid.standalone.role;

import dev.barid.cli.KafkaClients;
import dev.barid.core.settings.Settings;
import dev.barid.standalone.lag.Lag;
import dev.barid.standalone.lag.LagReader;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Measures the lag of groups over and over, on a thread of its own, and shows it as gauges. */
final class LagMetrics implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(LagMetrics.class);
  private static final Duration INTERVAL = Duration.ofSeconds(5);

  private final KafkaClients clients;
  private final Set<String> groups;
  private final MultiGauge records;
  private final MultiGauge seconds;
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Thread thread = new Thread(this::run, "barid-lag");

  /**
   * Starts to measure.
   *
   * @param groups which groups to show
   */
  LagMetrics(Settings settings, Set<String> groups, MeterRegistry registry) {
    this.clients = new KafkaClients(settings);
    this.groups = Set.copyOf(groups);
    this.records =
        MultiGauge.builder("barid.consumer.lag.records")
            .description("Offsets that the group has not finished")
            .register(registry);
    this.seconds =
        MultiGauge.builder("barid.consumer.lag.seconds")
            .description("Age of the first record that the group has not finished")
            .register(registry);
    thread.setDaemon(true);
    thread.start();
  }

  private void run() {
    try {
      while (!closed.await(INTERVAL.toNanos(), TimeUnit.NANOSECONDS)) {
        measure();
      }
    } catch (InterruptedException asked) {
      Thread.currentThread().interrupt();
    }
  }

  private void measure() {
    // Broad, since lag that can't be measured must not end the measuring; Kafka may be back later.
    try (LagReader reader = new LagReader(clients)) {
      List<Lag> lags =
          reader.read(System.currentTimeMillis()).stream()
              .filter(lag -> groups.contains(lag.group()))
              .toList();
      records.register(rows(lags, Lag::lagRecords), true);
      seconds.register(rows(lags, Lag::lagSeconds), true);
    } catch (RuntimeException failed) {
      log.warn("consumer lag wasn't measured: {}", failed.toString());
    }
  }

  private static List<MultiGauge.Row<?>> rows(List<Lag> lags, ToDoubleFunction<Lag> value) {
    return lags.stream()
        .<MultiGauge.Row<?>>map(
            lag ->
                MultiGauge.Row.of(
                    Tags.of(
                        "group",
                        lag.group(),
                        "topic",
                        lag.topic(),
                        "partition",
                        Integer.toString(lag.partition())),
                    value.applyAsDouble(lag)))
        .toList();
  }

  @Override
  public void close() {
    closed.countDown();
  }
}
