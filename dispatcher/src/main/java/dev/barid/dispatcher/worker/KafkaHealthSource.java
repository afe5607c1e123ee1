package dev.barid.dispatcher.worker;

import dev.barid.core.health.EndpointHealth;
import dev.barid.core.health.HealthJson;
import dev.barid.core.subscriber.EndpointKey;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads {@code endpoint-health} with a consumer of its own, in no group. */
public final class KafkaHealthSource implements HealthSource {

  private static final Logger LOG = LoggerFactory.getLogger(KafkaHealthSource.class);

  private static final Duration POLL = Duration.ofMillis(100);
  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  /** Of brokers that are there, and mostly at once. */
  private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(1);

  private final Consumer<byte[], byte[]> consumer;
  private final Consumer<byte[], byte[]> ends;
  private final String topic;
  private final Time time;

  /**
   * @param consumer reads committed records only; closed with this
   * @param ends sees what isn't committed yet, too: where a partition ends is asked of it, because
   *     a committed transaction's records count as such a moment later than its commit returns;
   *     closed with this
   * @param topic the topic of the endpoints' health
   */
  public KafkaHealthSource(
      Consumer<byte[], byte[]> consumer, Consumer<byte[], byte[]> ends, String topic, Time time) {
    this.consumer = consumer;
    this.ends = ends;
    this.topic = topic;
    this.time = time;
  }

  @Override
  public Map<EndpointKey, EndpointHealth> read(int partition) {
    TopicPartition source = new TopicPartition(topic, partition);
    consumer.assign(List.of(source));
    consumer.seekToBeginning(List.of(source));
    long end = ends.endOffsets(List.of(source), ANSWER_TIMEOUT).getOrDefault(source, 0L);
    long until = time.nanos() + TIMEOUT.toNanos();
    Map<EndpointKey, EndpointHealth> newest = new HashMap<>();
    while (consumer.position(source, ANSWER_TIMEOUT) < end) {
      if (time.nanos() - until > 0) {
        throw new TimeoutException(source + " was not read to its end within " + TIMEOUT);
      }
      for (ConsumerRecord<byte[], byte[]> polled : consumer.poll(POLL)) {
        take(polled, newest);
      }
    }
    return newest;
  }

  @Override
  public void close() {
    consumer.close(CloseOptions.timeout(Duration.ZERO));
    ends.close(CloseOptions.timeout(Duration.ZERO));
  }

  private static void take(
      ConsumerRecord<byte[], byte[]> polled, Map<EndpointKey, EndpointHealth> newest) {
    Optional<EndpointKey> key =
        polled.key() == null ? Optional.empty() : EndpointKey.fromKey(polled.key());
    if (key.isEmpty()) {
      return;
    }
    if (polled.value() == null) {
      newest.remove(key.get());
      return;
    }
    HealthJson.read(polled.value())
        .ifPresentOrElse(
            health -> newest.put(key.get(), health),
            () -> LOG.warn("The health of {} at {} can't be read", key.get(), polled.offset()));
  }
}
