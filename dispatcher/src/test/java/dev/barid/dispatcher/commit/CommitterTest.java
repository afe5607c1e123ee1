package dev.barid.dispatcher.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.barid.core.delivery.TopicRecord;
import dev.barid.core.topic.TopicLayout;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("R-D1")
class CommitterTest {

  private static final TopicPartition EVENTS = new TopicPartition("barid.events", 3);
  private static final OffsetAndMetadata OFFSET = new OffsetAndMetadata(42, "b1:x");

  private final List<Scripted> producers = new ArrayList<>();
  private final List<Committer.Form> forms = new ArrayList<>();
  private final Deque<RuntimeException> failingCommits = new ArrayDeque<>();
  private final Deque<RuntimeException> failingInits = new ArrayDeque<>();
  private boolean closing;
  private final Committer committer =
      new Committer(
          form -> {
            Scripted producer = new Scripted();
            producers.add(producer);
            forms.add(form);
            return producer;
          },
          () -> closing);

  /** A producer that fails as it is told to. */
  private final class Scripted extends MockProducer<byte[], byte[]> {

    private boolean abortFails;

    Scripted() {
      super(true, null, new ByteArraySerializer(), new ByteArraySerializer());
    }

    @Override
    public void initTransactions() {
      throwNext(failingInits);
      super.initTransactions();
    }

    @Override
    public Future<RecordMetadata> send(ProducerRecord<byte[], byte[]> sent) {
      String value = new String(sent.value(), StandardCharsets.UTF_8);
      if (value.equals("too large")) {
        return CompletableFuture.failedFuture(new RecordTooLargeException("too large"));
      }
      if (value.equals("unforeseen")) {
        throw new IllegalStateException("unforeseen");
      }
      return super.send(sent);
    }

    @Override
    public void commitTransaction() {
      throwNext(failingCommits);
      super.commitTransaction();
    }

    @Override
    public void abortTransaction() {
      if (abortFails) {
        throw new ProducerFencedException("fenced");
      }
      super.abortTransaction();
    }

    private void throwNext(Deque<RuntimeException> failures) {
      RuntimeException failure = failures.poll();
      if (failure != null) {
        throw failure;
      }
    }
  }

  @Test
  void recordsAndOffsetsAreWrittenInOneTransaction() {
    assertThat(committer.write(batch("a", "b"))).isEqualTo(new BatchResult.Committed());
    Scripted producer = producers.get(0);
    assertThat(producer.commitCount()).isEqualTo(1);
    assertThat(producer.history()).hasSize(2);
    ProducerRecord<byte[], byte[]> first = producer.history().get(0);
    assertThat(first.topic()).isEqualTo("barid.dlq");
    assertThat(first.partition()).isEqualTo(3);
    assertThat(first.timestamp()).isEqualTo(77);
    assertThat(first.headers().lastHeader("barid-endpoint").value()).isEqualTo(bytes("orders"));
    assertThat(producer.consumerGroupOffsetsHistory())
        .singleElement()
        .isEqualTo(Map.of("dispatcher", Map.of(EVENTS, OFFSET)));
  }

  @Test
  void aRecordThatIsRefusedAbortsTheTransactionAndTheProducerLives() {
    BatchResult result = committer.write(batch("a", "too large"));
    assertThat(causeOf(result)).isInstanceOf(RecordTooLargeException.class);
    assertThat(producers.get(0).transactionAborted()).isTrue();
    assertThat(committer.write(batch("a"))).isEqualTo(new BatchResult.Committed());
    assertThat(producers).hasSize(1);
  }

  @Test
  void aCommitThatTimedOutIsAskedForAgainUntilItsOutcomeIsKnown() {
    failingCommits.add(new TimeoutException("no answer"));
    failingCommits.add(new TimeoutException("no answer"));
    assertThat(committer.write(batch("a"))).isEqualTo(new BatchResult.Committed());
    assertThat(producers.get(0).commitCount()).isEqualTo(1);
    assertThat(producers.get(0).transactionAborted()).isFalse();
  }

  @Test
  void whoEndsDoesNotCallACommitAbortedWhoseOutcomeIsUnknown() {
    closing = true;
    failingCommits.add(new TimeoutException("no answer"));
    assertThat(committer.write(batch("a"))).isInstanceOf(BatchResult.Unknown.class);
    assertThat(producers.get(0).closed()).isTrue();
  }

  @Test
  void aProducerThatCanNotEvenAbortIsReplaced() {
    committer.connect();
    producers.get(0).abortFails = true;
    assertThat(causeOf(committer.write(batch("too large"))))
        .isInstanceOf(RecordTooLargeException.class);
    assertThat(producers.get(0).closed()).isTrue();
    assertThat(committer.write(batch("a"))).isEqualTo(new BatchResult.Committed());
    assertThat(producers).hasSize(2);
    assertThat(producers.get(1).transactionInitialized()).isTrue();
  }

  @Test
  void whatNobodyForesawAbortsTheTransactionToo() {
    assertThat(causeOf(committer.write(batch("a", "unforeseen")))).hasMessage("unforeseen");
    assertThat(committer.write(batch("a"))).isEqualTo(new BatchResult.Committed());
  }

  @Test
  void withoutABrokerNothingIsWrittenAndTheNextBatchTriesAgain() {
    failingInits.add(new TimeoutException("no broker"));
    failingInits.add(new TimeoutException("no broker"));
    assertThatThrownBy(committer::connect).isInstanceOf(TimeoutException.class);
    assertThat(causeOf(committer.write(batch("a")))).hasMessage("no broker");
    assertThat(committer.write(batch("a"))).isEqualTo(new BatchResult.Committed());
    assertThat(producers).hasSize(3);
    assertThat(producers.get(0).closed()).isTrue();
    assertThat(producers.get(1).closed()).isTrue();
  }

  @Test
  @Tag("R-D6")
  void aRecordThatIsTooLargeAsItIsIsWrittenCompressedAndSoIsAllThatComesAfter() {
    String large = "x".repeat(TopicLayout.EVENT_MAX_BYTES);
    assertThat(committer.write(batch("a"))).isEqualTo(new BatchResult.Committed());
    assertThat(forms).containsExactly(Committer.Form.PLAIN);

    assertThat(committer.write(batch("a", large))).isEqualTo(new BatchResult.Committed());
    assertThat(forms).containsExactly(Committer.Form.PLAIN, Committer.Form.COMPRESSED);
    assertThat(producers.get(0).closed()).isTrue();
    assertThat(producers.get(1).history()).hasSize(2);

    assertThat(committer.write(batch("b"))).isEqualTo(new BatchResult.Committed());
    assertThat(producers).hasSize(2);
  }

  @Test
  void closesItsProducer() {
    committer.connect();
    committer.close();
    committer.close();
    assertThat(producers).singleElement().matches(MockProducer::closed);
  }

  private static Exception causeOf(BatchResult result) {
    assertThat(result).isInstanceOf(BatchResult.Aborted.class);
    return ((BatchResult.Aborted) result).cause();
  }

  @SuppressWarnings("removal") // The constructor; there is no other way to make one.
  private static Batch batch(String... values) {
    List<TopicRecord> records = new ArrayList<>();
    for (String value : values) {
      RecordHeaders headers = new RecordHeaders();
      headers.add("barid-endpoint", bytes("orders"));
      records.add(
          new TopicRecord(
              "barid.dlq", OptionalInt.of(3), 77, bytes("acme"), bytes(value), headers));
    }
    return new Batch(1, new ConsumerGroupMetadata("dispatcher"), Map.of(EVENTS, OFFSET), records);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
