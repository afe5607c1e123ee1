package dev.barid.dlq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.barid.cli.CommandFailure;
import dev.barid.cli.Progress;
import dev.barid.cli.Terminal;
import dev.barid.core.delivery.HeaderNames;
import dev.barid.core.delivery.RecordWriter;
import dev.barid.core.delivery.TopicRecord;
import dev.barid.testkit.TestBroker;
import dev.barid.testkit.WithBroker;
import java.io.PrintWriter;
import java.io.Writer;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Nothing goes twice: not by two redrives at once, not by one that was killed, or stopped. */
@WithBroker
@Timeout(120)
@Tag("R-Q4")
@Tag("R-D1")
class RedriveAtOnceIT {

  private static void assertEachSentOnce(TestBroker broker, int count) {
    List<String> ids =
        broker.readAll(broker.topics().redeliveries()).stream()
            .map(record -> record.header(HeaderNames.EVENT_ID).orElseThrow())
            .toList();
    assertThat(ids).doesNotHaveDuplicates().hasSize(count);
  }

  @Test
  void severalRedrivesAtOnceSendEachDeadLetterOnce(TestBroker broker) throws Exception {
    Tool tool = new Tool(broker);
    int count = 600;
    tool.buryMany(count);
    ExecutorService threads = Executors.newFixedThreadPool(3);
    try {
      List<Future<Tool.Run>> runs =
          IntStream.range(0, 3)
              .mapToObj(
                  i ->
                      threads.submit(
                          () -> tool.run("redrive", "--all", "--rate", "400", "--execute")))
              .toList();
      for (Future<Tool.Run> run : runs) {
        Tool.Run ended = run.get(90, TimeUnit.SECONDS);
        if (ended.exitCode() != 0) {
          assertThat(ended.err())
              .matches("(?s)barid: another redrive has taken over partition \\d\\R");
          assertThat(ended.out()).contains("not all: start it again to go on");
        }
      }
    } finally {
      threads.shutdownNow();
    }

    assertThat(tool.run("redrive", "--all", "--execute").exitCode()).isZero();
    assertEachSentOnce(broker, count);
  }

  @Test
  void whoComesLaterFencesWhoCameBefore(TestBroker broker) {
    Tool tool = new Tool(broker);
    TopicRecord record = tool.letters().exhausted("acme", "orders", "e-1", 503);
    tool.bury(record);
    DeadLetter letter = Letters.at(record, 0);
    Mark mark = Mark.redriven(new Entry(letter, Optional.empty()), Instant.EPOCH, "job");
    DlqTopics topics = DlqTopics.open(Writing.clients(broker));

    try (PartitionWriter first = PartitionWriter.takeOver(topics, 1);
        PartitionWriter second = PartitionWriter.takeOver(topics, 1)) {
      assertThatThrownBy(
              () ->
                  first.redrive(
                      List.of(new PartitionWriter.Sending(letter, mark)), Instant.EPOCH, null))
          .isInstanceOf(CommandFailure.class)
          .hasMessage("another redrive has taken over partition 1");
      second.redrive(List.of(new PartitionWriter.Sending(letter, mark)), Instant.EPOCH, null);
    }

    assertEachSentOnce(broker, 1);
    assertThat(broker.readAll(broker.topics().dlqState())).hasSize(1);
  }

  @Test
  void whatARedriveLeftUncommittedWhenItWasKilledGoesOnceAndAtOnce(TestBroker broker) {
    Tool tool = new Tool(broker);
    tool.buryMany(30);
    TopicRecord record = tool.letters().exhausted("sub-0", "orders", "e-0", 500);
    DeadLetter letter = Letters.at(record, 0);
    int partition = 0;
    try (Producer<byte[], byte[]> killed =
        Writing.clients(broker).producer(broker.prefix() + "dlq-" + partition)) {
      killed.initTransactions();
      killed.beginTransaction();
      TopicRecord sent =
          RecordWriter.redriven(broker.topics(), letter.source(), Clock.systemUTC().instant());
      killed.send(
          new ProducerRecord<>(
              sent.topic(), partition, null, sent.key(), sent.value(), sent.headers()));
      Mark mark = Mark.redriven(new Entry(letter, Optional.empty()), Instant.EPOCH, "killed");
      killed.send(
          new ProducerRecord<>(
              broker.topics().dlqState(), partition, letter.id().getBytes(), mark.toJson()));
      killed.flush();

      assertThat(tool.run("redrive", "--all", "--execute").out())
          .isEqualTo("30 matched, 30 redriven\n");
      killed.close(Duration.ZERO);
    }

    assertEachSentOnce(broker, 30);
  }

  @Test
  @Tag("R-Q3")
  void whatWasStoppedGoesOnWhereItWas(TestBroker broker) {
    Tool tool = new Tool(broker);
    tool.buryMany(200);
    DlqTopics topics = DlqTopics.open(Writing.clients(broker));
    Interrupt interrupt = new Interrupt();
    Redrive stopped = redrive(topics, new InterruptingClock(interrupt, 90), interrupt, 200);

    stopped.execute();

    assertThat(stopped.tally().redriven()).isBetween(20L, 90L);
    assertEachSentOnce(broker, (int) stopped.tally().redriven());
    Redrive next = redrive(topics, Clock.systemUTC(), new Interrupt(), 5_000);
    next.execute();
    assertThat(next.tally().leftOut()).isEqualTo(stopped.tally().redriven());
    assertEachSentOnce(broker, 200);
  }

  private static Redrive redrive(DlqTopics topics, Clock clock, Interrupt interrupt, long rate) {
    RedriveRequest request =
        new RedriveRequest(
            Filter.ALL, false, Optional.empty(), Long.MAX_VALUE, OptionalLong.of(rate), "job");
    Progress none = new Progress(new PrintWriter(Writer.nullWriter()), Terminal.NONE, "", 0);
    return new Redrive(topics, request, clock, interrupt, none);
  }

  /** Presses Ctrl-C when it is asked for the time for the nth time. */
  private static final class InterruptingClock extends Clock {
    private final Interrupt interrupt;
    private int left;

    InterruptingClock(Interrupt interrupt, int after) {
      this.interrupt = interrupt;
      this.left = after;
    }

    @Override
    public Instant instant() {
      left--;
      if (left == 0) {
        interrupt.request();
      }
      // Not long ago: what is older than the topic keeps, the broker may remove in mid-test.
      return Instant.now();
    }

    @Override
    public ZoneId getZone() {
      throw new UnsupportedOperationException();
    }

    @Override
    public Clock withZone(ZoneId zone) {
      throw new UnsupportedOperationException();
    }
  }
}
