package dev.barid.dlq;

import dev.barid.cli.CommandFailure;
import dev.barid.core.delivery.HeaderNames;
import dev.barid.core.delivery.RecordWriter;
import dev.barid.core.delivery.TopicRecord;
import dev.barid.core.topic.Partitions;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Writes redeliveries and marks of one partition of the DLQ, always both in one transaction, so
 * that neither exists without the other.
 *
 * <p>Its transactional id is fixed per partition. Whoever comes later fences whoever came before,
 * and only then reads the marks: so nobody sends by marks that are no longer true.
 */
final class PartitionWriter implements AutoCloseable {

  private static final int COMMIT_TRIES = 3;
  private static final int TOMBSTONES = 500;

  /** A mark that is to be written, with the record that it stands for. */
  record Sending(DeadLetter letter, Mark mark) {}

  private final DlqTopics topics;
  private final int partition;
  private final Producer<byte[], byte[]> producer;

  private PartitionWriter(DlqTopics topics, int partition, Producer<byte[], byte[]> producer) {
    this.topics = topics;
    this.partition = partition;
    this.producer = producer;
  }

  /** Takes the partition over: another writer's transaction is aborted, and it can't go on. */
  static PartitionWriter takeOver(DlqTopics topics, int partition) {
    Producer<byte[], byte[]> producer =
        topics.kafka().producer(topics.names().prefix() + "dlq-" + partition);
    try {
      producer.initTransactions();
    } catch (KafkaException failed) {
      producer.close(Duration.ZERO);
      throw isFenced(failed) ? takenOver(partition, failed) : failed;
    }
    return new PartitionWriter(topics, partition, producer);
  }

  /**
   * Sends the dead letters again and marks them, or does nothing at all.
   *
   * @param to the subscriber to send to instead of each one's own, null for none
   * @throws CommandFailure if somebody else has taken over
   */
  void redrive(List<Sending> batch, Instant now, @Nullable String to) {
    transaction(
        sink -> {
          for (Sending sending : batch) {
            sink.accept(toSend(sending.letter(), now, to));
            sink.accept(state(sending.letter().id(), sending.mark().toJson()));
          }
        });
  }

  /** Removes the marks of dead letters that are no more. */
  void forget(List<String> ids) {
    for (int from = 0; from < ids.size(); from += TOMBSTONES) {
      List<String> some = ids.subList(from, Math.min(ids.size(), from + TOMBSTONES));
      transaction(sink -> some.forEach(id -> sink.accept(state(id, null))));
    }
  }

  private ProducerRecord<byte[], byte[]> toSend(
      DeadLetter letter, Instant now, @Nullable String to) {
    TopicRecord record = RecordWriter.redriven(topics.names(), letter.source(), now);
    if (to == null) {
      return produced(record);
    }
    // Without an endpoint it goes to all that the other subscriber has.
    record.headers().remove(HeaderNames.ENDPOINT);
    byte[] key = to.getBytes(StandardCharsets.UTF_8);
    return produced(
        new TopicRecord(
            record.topic(),
            OptionalInt.of(Partitions.of(key, topics.partitions())),
            record.timestampMs(),
            key,
            record.value(),
            record.headers()));
  }

  private static ProducerRecord<byte[], byte[]> produced(TopicRecord record) {
    return new ProducerRecord<>(
        record.topic(),
        record.partition().isPresent() ? record.partition().getAsInt() : null,
        record.timestampMs(),
        record.key(),
        record.value(),
        record.headers());
  }

  private ProducerRecord<byte[], byte[]> state(String id, byte @Nullable [] value) {
    return new ProducerRecord<>(
        topics.names().dlqState(), partition, id.getBytes(StandardCharsets.UTF_8), value);
  }

  private void transaction(Consumer<Consumer<ProducerRecord<byte[], byte[]>>> writes) {
    try {
      producer.beginTransaction();
      writes.accept(this::send);
      commit();
    } catch (KafkaException failed) {
      if (isFenced(failed)) {
        throw takenOver(partition, failed);
      }
      abort();
      throw failed;
    }
  }

  /** What fails to be sent fails the commit. */
  private void send(ProducerRecord<byte[], byte[]> record) {
    Future<?> ignored = producer.send(record);
  }

  /** After a time-out only the same call is allowed, and tells how it ended. */
  private void commit() {
    for (int tries = 1; ; tries++) {
      try {
        producer.commitTransaction();
        return;
      } catch (TimeoutException unknown) {
        if (tries == COMMIT_TRIES) {
          throw CommandFailure.failed(
              "Kafka doesn't say whether the last batch was redriven (what to do: run it again,"
                  + " nothing goes twice)",
              unknown);
        }
      }
    }
  }

  private void abort() {
    try {
      producer.abortTransaction();
    } catch (KafkaException alsoFailed) {
      // The broker aborts it when it times out; what failed first is what to tell.
    }
  }

  private static CommandFailure takenOver(int partition, KafkaException why) {
    return CommandFailure.failed("another redrive has taken over partition " + partition, why);
  }

  private static boolean isFenced(Throwable failure) {
    for (Throwable at = failure; at != null; at = at.getCause()) {
      if (at instanceof ProducerFencedException || at instanceof InvalidProducerEpochException) {
        return true;
      }
    }
    return false;
  }

  @Override
  public void close() {
    producer.close(Duration.ofSeconds(5));
  }
}
