package dev.barid.dispatcher.registry;

import dev.barid.core.subscriber.Ids;
import dev.barid.core.subscriber.Subscriber;
import dev.barid.core.subscriber.SubscriberJson;
import dev.barid.core.text.InvalidInputException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads the registry topic: all its partitions, from the beginning, in no group. */
final class RegistryTopic {

  private static final Logger LOG = LoggerFactory.getLogger(RegistryTopic.class);

  /** Told of each change. */
  @FunctionalInterface
  interface OnChange {
    void changed(String subscriber, Optional<Subscriber> entry) throws InterruptedException;
  }

  private final Consumer<byte[], byte[]> consumer;
  private final List<TopicPartition> partitions;
  private final Map<String, Subscriber> entries = new HashMap<>();

  RegistryTopic(Consumer<byte[], byte[]> consumer, String topic) {
    this.consumer = consumer;
    this.partitions =
        consumer.partitionsFor(topic).stream()
            .map(info -> new TopicPartition(topic, info.partition()))
            .toList();
    consumer.assign(partitions);
    consumer.seekToBeginning(partitions);
  }

  /** The entries read so far. */
  Map<String, Subscriber> entries() {
    return entries;
  }

  /** Reads on, waiting at most so long for something new. */
  void read(Duration atMost, OnChange onChange) throws InterruptedException {
    for (ConsumerRecord<byte[], byte[]> polled : consumer.poll(atMost)) {
      read(polled, onChange);
    }
  }

  /** The ends of the partitions as of now. */
  Map<TopicPartition, Long> ends() {
    return consumer.endOffsets(partitions);
  }

  /** Whether everything before these ends has been read. */
  boolean isPast(Map<TopicPartition, Long> ends) {
    return ends.entrySet().stream()
        .allMatch(end -> consumer.position(end.getKey()) >= end.getValue());
  }

  private void read(ConsumerRecord<byte[], byte[]> polled, OnChange onChange)
      throws InterruptedException {
    Optional<String> id = polled.key() == null ? Optional.empty() : Ids.fromKey(polled.key());
    if (id.isEmpty()) {
      LOG.warn("An entry of the registry has no subscriber id as its key: {}", position(polled));
      return;
    }
    if (polled.value() == null) {
      entries.remove(id.get());
      onChange.changed(id.get(), Optional.empty());
      return;
    }
    try {
      Subscriber entry = SubscriberJson.readStored(polled.value());
      entries.put(id.get(), entry);
      onChange.changed(id.get(), Optional.of(entry));
    } catch (InvalidInputException unreadable) {
      // The entry before stays: a damaged one must not turn the subscriber into an unknown one.
      LOG.error(
          "The registry's entry {} at {} can't be read: {}",
          id.get(),
          position(polled),
          unreadable.getMessage());
    }
  }

  private static String position(ConsumerRecord<byte[], byte[]> polled) {
    return polled.topic() + "-" + polled.partition() + "-" + polled.offset();
  }
}
