package dev.barid.scheduler;

import dev.barid.core.delivery.HeaderNames;
import dev.barid.core.settings.Settings;
import dev.barid.core.topic.RetryTiers;
import dev.barid.testkit.TestBroker;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Schedulers on a test's broker, and deliveries for them. */
final class Schedulers {
  static final Duration PATIENCE = Duration.ofSeconds(60);
  static final RetryTiers TIERS = RetryTiers.parse("10s,1h");
  static final String INSTANCE = "scheduler-under-test";

  private Schedulers() {}

  static RetryScheduler create(String bootstrapServers, String prefix, Path dataDir) {
    return create(bootstrapServers, prefix, dataDir, new SimpleMeterRegistry());
  }

  private static RetryScheduler create(
      String bootstrapServers, String prefix, Path dataDir, MeterRegistry registry) {
    Map<String, String> entries = new HashMap<>();
    entries.put("bootstrap.servers", bootstrapServers);
    entries.put("topic.prefix", prefix);
    entries.put("retry.tiers", "10s,1h");
    return new RetryScheduler(Settings.of(entries), INSTANCE, dataDir, registry);
  }

  static RetryScheduler create(TestBroker broker, Path dataDir) {
    return create(broker.bootstrapServers(), broker.prefix(), dataDir);
  }

  static RetryScheduler ready(TestBroker broker, Path dataDir) {
    return ready(broker, dataDir, new SimpleMeterRegistry());
  }

  static RetryScheduler ready(TestBroker broker, Path dataDir, MeterRegistry registry) {
    RetryScheduler scheduler =
        create(broker.bootstrapServers(), broker.prefix(), dataDir, registry);
    try {
      scheduler.start();
      await("the scheduler is ready", scheduler::isReady);
      return scheduler;
    } catch (RuntimeException | Error e) {
      scheduler.close();
      throw e;
    }
  }

  static void await(String what, BooleanSupplier condition) {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - deadline > 0) {
        throw new AssertionError("not within " + PATIENCE + ": " + what);
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
    }
  }

  static ProducerRecord<byte[], byte[]> waiting(
      String topic, int partition, byte[] body, long dueAtMs) {
    ProducerRecord<byte[], byte[]> waiting =
        new ProducerRecord<>(topic, partition, "acme".getBytes(StandardCharsets.UTF_8), body);
    waiting
        .headers()
        .add(HeaderNames.DUE_AT, Long.toString(dueAtMs).getBytes(StandardCharsets.UTF_8))
        .add(
            HeaderNames.GIVE_UP_AT,
            Long.toString(dueAtMs + 86_400_000).getBytes(StandardCharsets.UTF_8));
    return waiting;
  }

  static ProducerRecord<byte[], byte[]> waiting(
      String topic, int partition, String body, long dueAtMs) {
    return waiting(topic, partition, body.getBytes(StandardCharsets.UTF_8), dueAtMs);
  }

  /** Writes all of them at once, not one after the other. */
  static void produce(TestBroker broker, List<ProducerRecord<byte[], byte[]>> records) {
    Map<String, Object> config =
        Map.of(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, broker.bootstrapServers());
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer())) {
      List<Future<RecordMetadata>> written = records.stream().map(producer::send).toList();
      for (Future<RecordMetadata> each : written) {
        each.get();
      }
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
