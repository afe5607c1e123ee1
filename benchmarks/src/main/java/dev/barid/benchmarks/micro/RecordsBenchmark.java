package dev.barid.benchmarks.micro;

import dev.barid.core.delivery.Delivery;
import dev.barid.core.delivery.Incoming;
import dev.barid.core.delivery.RecordReader;
import dev.barid.core.delivery.RecordWriter;
import dev.barid.core.delivery.SourceRecord;
import dev.barid.core.delivery.TopicRecord;
import dev.barid.core.topic.RetryTiers;
import dev.barid.core.topic.Topics;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Reads records and writes them: it is their headers that cost. */
@State(Scope.Thread)
public class RecordsBenchmark {

  private static final int PARTITION = 3;

  private String tier = Topics.DEFAULT.retry(RetryTiers.DEFAULT.tiers().get(0));
  private Instant now = Samples.NOW;
  private Instant dueAt = now.plus(Duration.ofMinutes(1));
  private Delivery retry = Samples.retry();
  private SourceRecord event = event();
  private SourceRecord redelivery = redelivery();

  private static SourceRecord event() {
    return new SourceRecord(
        Topics.DEFAULT.events(),
        PARTITION,
        1_234_567,
        Samples.NOW.toEpochMilli(),
        Samples.event().subscriber().getBytes(StandardCharsets.UTF_8),
        Samples.body(),
        new RecordHeaders(Samples.producersHeaders()));
  }

  private SourceRecord redelivery() {
    TopicRecord written = waiting();
    return new SourceRecord(
        Topics.DEFAULT.redeliveries(),
        PARTITION,
        7_654,
        written.timestampMs(),
        written.key(),
        written.value(),
        written.headers());
  }

  @Benchmark
  public Incoming readEvent() {
    return understood(RecordReader.readEvent(event));
  }

  @Benchmark
  public Incoming readRedelivery() {
    return understood(RecordReader.readRedelivery(redelivery));
  }

  @Benchmark
  public TopicRecord waiting() {
    return RecordWriter.waiting(tier, PARTITION, now, dueAt, retry);
  }

  private static Incoming understood(Incoming incoming) {
    if (incoming instanceof Incoming.Malformed malformed) {
      throw new IllegalStateException("record is malformed: " + malformed.problem());
    }
    return incoming;
  }
}
