package dev.barid.standalone.registry;

import dev.barid.cli.KafkaClients;
import dev.barid.cli.TopicScan;
import dev.barid.core.subscriber.SubscriberJson;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The topic {@code subscribers}, read to its end as of now, and written one entry at a time. */
public final class RegistryTopic {

  private final KafkaClients clients;
  private final String topic;

  public RegistryTopic(KafkaClients clients) {
    this.clients = clients;
    this.topic = clients.settings().topics().subscribers();
  }

  /** Subscriber id to entry, sorted by id; bytes as they are stored, readable or not. */
  public Map<String, byte[]> readAll() {
    Map<String, byte[]> entries = new TreeMap<>();
    try (TopicScan scan =
        new TopicScan(clients.consumer(), clients.partitions(topic), Optional.empty())) {
      scan.forEach(
          record -> {
            if (record.key() == null) {
              return;
            }
            String id = new String(record.key(), StandardCharsets.UTF_8);
            if (record.value() == null) {
              entries.remove(id);
            } else {
              entries.put(id, record.value());
            }
          });
    }
    return entries;
  }

  /** The entry of one subscriber, if there is one. */
  public Optional<byte[]> read(String id) {
    return Optional.ofNullable(readAll().get(id));
  }

  /** Writes an entry that was checked before; returns when it is acknowledged. */
  public void write(String id, JsonNode entry) {
    send(id, SubscriberJson.bytes(entry));
  }

  /** Deletes an entry; returns when that is acknowledged. */
  public void delete(String id) {
    send(id, null);
  }

  private void send(String id, byte @Nullable [] value) {
    byte[] key = id.getBytes(StandardCharsets.UTF_8);
    try (Producer<byte[], byte[]> producer = clients.producer()) {
      producer.send(new ProducerRecord<>(topic, key, value)).get();
    } catch (ExecutionException failed) {
      throw failed.getCause() instanceof RuntimeException known
          ? known
          : new KafkaException(failed.getCause());
    } catch (InterruptedException stopped) {
      throw new InterruptException(stopped);
    }
  }
}
