package dev.barid.dispatcher.commit;

import dev.barid.core.delivery.TopicRecord;
import dev.barid.core.topic.TopicLayout;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes batches with a transactional producer, one transaction each, opened only when there is
 * something to write: an open transaction holds back every reader of its partitions.
 *
 * <p>Legal moves:
 *
 * <pre>
 * no producer → ready           initTransactions, which also ends what a predecessor left open
 * ready → ready                 committed, or aborted
 * ready → committing            commitTransaction timed out: its outcome is unknown, so it is
 *                               called again until it is known (an abort is refused then)
 * any → no producer             the producer is broken for good: a new one, same transactional id
 * ready → no producer           a record is too large as it is: a new one, which compresses
 * </pre>
 *
 * <p>Topics limit what is stored, compressed or not. A record that came in a compressed batch may
 * be larger than any topic takes as it is, so it goes on compressed. Only then is anything: most
 * that is written is small, and it is read again at once.
 *
 * <p>Committer thread only. A batch's outcomes stay with the worker until {@link
 * BatchResult.Committed}, so whatever happens here is never answered by another HTTP request.
 */
public final class Committer implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Committer.class);

  /** How records are written. */
  public enum Form {
    PLAIN,
    /** From the first record on that needs it. */
    COMPRESSED
  }

  /** Makes producers, all with one transactional id. */
  @FunctionalInterface
  public interface Producers {
    Producer<byte[], byte[]> make(Form form);
  }

  private final Producers producers;
  private final BooleanSupplier closing;
  private Form form = Form.PLAIN;
  private Connection connection = new Connection.None();

  private sealed interface Connection {
    record None() implements Connection {}

    record Ready(Producer<byte[], byte[]> producer) implements Connection {}
  }

  /**
   * @param producers makes producers with this worker's transactional id
   * @param closing whether the process is ending, which ends every repetition here
   */
  public Committer(Producers producers, BooleanSupplier closing) {
    this.producers = producers;
    this.closing = closing;
  }

  /**
   * Makes the producer ready, which ends a transaction that a predecessor left open.
   *
   * @throws KafkaException if that can't be done now; may be called again
   */
  public void connect() {
    producer();
  }

  /** Writes the batch and waits until its outcome is known. */
  public BatchResult write(Batch batch) {
    Producer<byte[], byte[]> producer;
    try {
      compressIfNeeded(batch);
      producer = producer();
    } catch (KafkaException unreachable) {
      return new BatchResult.Aborted(unreachable);
    }
    try {
      producer.beginTransaction();
      List<Future<RecordMetadata>> sends = new ArrayList<>(batch.records().size());
      for (TopicRecord topicRecord : batch.records()) {
        sends.add(producer.send(toProducerRecord(topicRecord)));
      }
      if (!batch.offsets().isEmpty()) {
        producer.sendOffsetsToTransaction(batch.offsets(), batch.group());
      }
      producer.flush();
      for (Future<RecordMetadata> send : sends) {
        send.get();
      }
    } catch (ExecutionException refused) {
      return abort(producer, causeOf(refused));
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return abort(producer, interrupted);
    } catch (RuntimeException failed) {
      // Whatever it was: nothing is committed, the outcomes are kept, and the thread goes on.
      return abort(producer, failed);
    }
    return commit(producer);
  }

  private BatchResult commit(Producer<byte[], byte[]> producer) {
    while (true) {
      try {
        producer.commitTransaction();
        return new BatchResult.Committed();
      } catch (TimeoutException | InterruptException unknown) {
        if (closing.getAsBoolean()) {
          drop(producer);
          return new BatchResult.Unknown(unknown);
        }
        LOG.warn(
            "The outcome of a transaction is not known yet, asking again: {}",
            unknown.getMessage());
      } catch (RuntimeException failed) {
        return abort(producer, failed);
      }
    }
  }

  private BatchResult abort(Producer<byte[], byte[]> producer, Exception cause) {
    try {
      producer.abortTransaction();
    } catch (RuntimeException broken) {
      LOG.warn("A producer is broken and will be replaced: {}", broken.toString());
      drop(producer);
    }
    return new BatchResult.Aborted(cause);
  }

  private void compressIfNeeded(Batch batch) {
    if (form == Form.PLAIN
        && batch.records().stream()
            .anyMatch(output -> output.sizeBytes() > TopicLayout.EVENT_MAX_BYTES)) {
      LOG.info("From here on records are written compressed: one is too large as it is");
      form = Form.COMPRESSED;
      close();
    }
  }

  private Producer<byte[], byte[]> producer() {
    if (connection instanceof Connection.Ready ready) {
      return ready.producer();
    }
    Producer<byte[], byte[]> producer = producers.make(form);
    try {
      producer.initTransactions();
    } catch (KafkaException failed) {
      drop(producer);
      throw failed;
    }
    connection = new Connection.Ready(producer);
    return producer;
  }

  private void drop(Producer<byte[], byte[]> producer) {
    connection = new Connection.None();
    producer.close(Duration.ZERO);
  }

  @Override
  public void close() {
    if (connection instanceof Connection.Ready ready) {
      ready.producer().close(Duration.ofSeconds(2));
    }
    connection = new Connection.None();
  }

  private static ProducerRecord<byte[], byte[]> toProducerRecord(TopicRecord topicRecord) {
    Integer partition =
        topicRecord.partition().isPresent() ? topicRecord.partition().getAsInt() : null;
    return new ProducerRecord<>(
        topicRecord.topic(),
        partition,
        topicRecord.timestampMs(),
        topicRecord.key(),
        topicRecord.value(),
        topicRecord.headers());
  }

  private static Exception causeOf(ExecutionException refused) {
    return refused.getCause() instanceof Exception cause ? cause : refused;
  }
}
