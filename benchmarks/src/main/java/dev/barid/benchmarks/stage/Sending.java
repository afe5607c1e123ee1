package dev.barid.benchmarks.stage;

import dev.barid.core.delivery.TopicRecord;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/** A producer as users have one, with batches of up to 64 KiB. One thread's. */
public final class Sending implements AutoCloseable {

  private static final int BATCH_BYTES = 65_536;

  private final KafkaProducer<byte[], byte[]> producer;
  private final AtomicReference<@Nullable Exception> failure = new AtomicReference<>();
  private @Nullable Future<RecordMetadata> last;

  Sending(String servers, Duration linger, String compression) {
    Map<String, Object> config = new HashMap<>();
    config.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, servers);
    config.put(ProducerConfig.LINGER_MS_CONFIG, (int) linger.toMillis());
    config.put(ProducerConfig.BATCH_SIZE_CONFIG, BATCH_BYTES);
    config.put(ProducerConfig.COMPRESSION_TYPE_CONFIG, compression);
    this.producer =
        new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer());
  }

  /** Sends a record; waits only while the buffer is full. */
  public void send(String topic, String key, byte[] value) {
    send(new ProducerRecord<>(topic, Broker.utf8(key), value));
  }

  /** Sends a record as Barid's own roles write it; waits only while the buffer is full. */
  public void send(TopicRecord record) {
    Integer partition = record.partition().isPresent() ? record.partition().getAsInt() : null;
    send(
        new ProducerRecord<>(
            record.topic(),
            partition,
            record.timestampMs(),
            record.key(),
            record.value(),
            record.headers()));
  }

  private void send(ProducerRecord<byte[], byte[]> record) {
    last =
        producer.send(
            record,
            (written, failed) -> {
              if (failed != null) {
                failure.compareAndSet(null, failed);
              }
            });
  }

  /**
   * Waits until all is written.
   *
   * @throws IllegalStateException if any of it isn't
   */
  @Override
  public void close() {
    producer.close();
    Exception failed = failure.get();
    if (failed != null || (last != null && !last.isDone())) {
      throw new IllegalStateException("events can't be written", failed);
    }
  }
}
