package dev.barid.dispatcher.worker;

import dev.barid.core.delivery.SourceRecord;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads {@code events} and {@code redeliveries} with a Kafka consumer. */
public final class KafkaEventSource implements EventSource {

  private static final Logger LOG = LoggerFactory.getLogger(KafkaEventSource.class);

  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(2);

  /** The owner thread has more to do than to wait for brokers that are away. */
  private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(1);

  private final Consumer<byte[], byte[]> consumer;
  private final List<String> topics;
  private final Time time;
  private final Standstill standstill;
  private boolean wasCertain = true;

  /**
   * @param consumer configured for the dispatcher's group; closed with this
   * @param topics the topics to read
   */
  public KafkaEventSource(Consumer<byte[], byte[]> consumer, List<String> topics, Time time) {
    this.consumer = consumer;
    this.topics = List.copyOf(topics);
    this.time = time;
    this.standstill = new Standstill(time.nanos());
  }

  @Override
  public void subscribe(Listener listener) {
    // It is no member before; that took its time, too.
    standstill.resume(time.nanos());
    consumer.subscribe(
        topics,
        new ConsumerRebalanceListener() {
          @Override
          public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
            calledBack(() -> listener.onRevoked(partitions));
          }

          @Override
          public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
            calledBack(() -> listener.onAssigned(partitions));
          }

          @Override
          public void onPartitionsLost(Collection<TopicPartition> partitions) {
            calledBack(() -> listener.onLost(partitions));
          }
        });
  }

  /** A standstill before it is noticed; what takes long in it is none. */
  private void calledBack(Runnable change) {
    isCertain();
    change.run();
    standstill.resume(time.nanos());
  }

  @Override
  public List<SourceRecord> poll(Duration timeout) {
    List<SourceRecord> records = new ArrayList<>();
    for (ConsumerRecord<byte[], byte[]> polled : consumer.poll(timeout)) {
      records.add(
          new SourceRecord(
              polled.topic(),
              polled.partition(),
              polled.offset(),
              polled.timestamp(),
              polled.key(),
              polled.value(),
              polled.headers()));
    }
    return records;
  }

  @Override
  public long position(TopicPartition partition) {
    return consumer.position(partition, ANSWER_TIMEOUT);
  }

  @Override
  public OptionalLong knownPosition(TopicPartition partition) {
    try {
      return OptionalLong.of(consumer.position(partition, Duration.ZERO));
    } catch (TimeoutException notYet) {
      return OptionalLong.empty();
    }
  }

  @Override
  public Map<TopicPartition, OffsetAndMetadata> committed(Collection<TopicPartition> partitions) {
    Map<TopicPartition, OffsetAndMetadata> known = new HashMap<>();
    consumer
        .committed(new HashSet<>(partitions), ANSWER_TIMEOUT)
        .forEach(
            (partition, commit) -> {
              if (commit != null) {
                known.put(partition, commit);
              }
            });
    return known;
  }

  @Override
  public void intake(boolean open) {
    if (open) {
      forEachAssigned(consumer.paused(), consumer::resume);
    } else {
      forEachAssigned(consumer.assignment(), consumer::pause);
    }
  }

  /**
   * The client's own thread may take partitions away between a question for them and what is done
   * to them. What is gone needs nothing done; the listener hears of it in the next poll.
   */
  private static void forEachAssigned(
      Set<TopicPartition> partitions,
      java.util.function.Consumer<Collection<TopicPartition>> action) {
    for (TopicPartition partition : partitions) {
      try {
        action.accept(List.of(partition));
      } catch (IllegalStateException gone) {
        LOG.debug("{} has gone meanwhile", partition);
      }
    }
  }

  @Override
  public ConsumerGroupMetadata group() {
    return consumer.groupMetadata();
  }

  @Override
  public boolean isJoined() {
    return consumer.groupMetadata().generationId() > 0;
  }

  @Override
  public boolean isCertain() {
    boolean certain = !standstill.isInDoubt(time.nanos());
    if (wasCertain && !certain) {
      LOG.warn("Stood still for a while; starts nothing until it is sure that it wasn't replaced");
    }
    wasCertain = certain;
    return certain;
  }

  @Override
  public void close() {
    consumer.close(CloseOptions.timeout(CLOSE_TIMEOUT));
  }
}
