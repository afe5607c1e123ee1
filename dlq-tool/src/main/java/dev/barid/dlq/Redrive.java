package dev.barid.dlq;

import dev.barid.cli.Progress;
import dev.barid.cli.TopicScan;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/**
 * One run of a redrive, partition after partition:
 *
 * <ol>
 *   <li>take the partition over, which fences any other redrive of it;
 *   <li>read its marks to their end, which nobody else can move now;
 *   <li>read its dead letters up to the end as it is now, so that the run ends even if what it
 *       sends comes back;
 *   <li>send those that match, in batches, each batch and its marks in one transaction.
 * </ol>
 *
 * <p>It can be stopped, or killed, at any point: what is marked has gone, what isn't hasn't, and
 * the next run takes it from there. Runs on the caller's thread.
 */
final class Redrive {

  private static final long BATCH_BYTES = 1 << 20;

  private final DlqTopics topics;
  private final RedriveRequest request;
  private final Clock clock;
  private final Interrupt interrupt;
  private final Progress progress;
  private final Tally tally = new Tally();
  private final Pace pace;
  private long lookedAt;

  Redrive(
      DlqTopics topics,
      RedriveRequest request,
      Clock clock,
      Interrupt interrupt,
      Progress progress) {
    this.topics = topics;
    this.request = request;
    this.clock = clock;
    this.interrupt = interrupt;
    this.progress = progress;
    this.pace = new Pace(request.ratePerSecond(), System::nanoTime);
  }

  /** What it has come to, also after a failure. */
  Tally tally() {
    return tally;
  }

  /** Counts what would be sent, and sends nothing. */
  void rehearse() {
    Marks marks = topics.marks(topics.allPartitions());
    try (TopicScan letters = topics.letters(topics.allPartitions(), request.filter().since())) {
      while (!letters.isDone() && goesOn()) {
        for (ConsumerRecord<byte[], byte[]> record : letters.poll()) {
          take(marks.entry(DeadLetter.of(record)));
        }
      }
    }
  }

  /** Sends what matches. */
  void execute() {
    for (int partition : topics.allPartitions()) {
      if (goesOn()) {
        execute(partition);
      }
    }
  }

  private void execute(int partition) {
    try (PartitionWriter writer = PartitionWriter.takeOver(topics, partition)) {
      Marks marks = topics.marks(List.of(partition));
      try (TopicScan letters = topics.letters(List.of(partition), request.filter().since())) {
        writer.forget(marks.before(beginning(letters, partition)));
        Batch batch = new Batch(writer);
        while (!letters.isDone() && goesOn()) {
          for (ConsumerRecord<byte[], byte[]> record : letters.poll()) {
            offer(marks, DeadLetter.of(record), batch);
          }
        }
        batch.send();
      }
    }
  }

  private void offer(Marks marks, DeadLetter letter, Batch batch) {
    Entry entry = marks.entry(letter);
    if (take(entry)) {
      Instant now = clock.instant();
      Mark mark =
          request
              .to()
              .map(subscriber -> Mark.copied(entry, subscriber, now, request.job()))
              .orElseGet(() -> Mark.redriven(entry, now, request.job()));
      marks.put(letter.id(), mark);
      batch.add(new PartitionWriter.Sending(letter, mark));
    }
  }

  /** Whether the dead letter is one of those to send. */
  private boolean take(Entry entry) {
    lookedAt++;
    progress.at(lookedAt, tally.matched() + " matched, " + tally.redriven() + " redriven");
    if (!goesOn()) {
      return false;
    }
    return switch (request.answer(entry)) {
      case MATCHED -> {
        tally.matched(entry.letter());
        yield true;
      }
      case GONE_BEFORE -> {
        tally.goneBefore();
        yield false;
      }
      case NOT_MEANT -> false;
    };
  }

  private boolean goesOn() {
    return !interrupt.isRequested() && tally.matched() < request.limit();
  }

  private long beginning(TopicScan letters, int partition) {
    return Optional.ofNullable(
            letters.beginnings().get(new TopicPartition(topics.names().dlq(), partition)))
        .orElse(0L);
  }

  /** What is gathered for the next transaction. */
  private final class Batch {
    private final PartitionWriter writer;
    private final List<PartitionWriter.Sending> gathered = new ArrayList<>();
    private long bytes;

    Batch(PartitionWriter writer) {
      this.writer = writer;
    }

    void add(PartitionWriter.Sending sending) {
      byte[] body = sending.letter().source().value();
      gathered.add(sending);
      bytes += body == null ? 0 : body.length;
      if (gathered.size() >= pace.batchSize() || bytes >= BATCH_BYTES) {
        send();
      }
    }

    /** Waits for its turn; if it is told to end meanwhile, nothing is sent. */
    void send() {
      interrupt.await(pace.untilNext());
      if (gathered.isEmpty() || interrupt.isRequested()) {
        return;
      }
      writer.redrive(gathered, clock.instant(), request.to().orElse(null));
      pace.sent(gathered.size());
      tally.redriven(gathered.size());
      gathered.clear();
      bytes = 0;
    }
  }
}
