package dev.barid.dispatcher;

import static org.assertj.core.api.Assertions.assertThat;

import dev.barid.core.topic.Partitions;
import dev.barid.core.topic.RetryTier;
import dev.barid.core.topic.RetryTiers;
import dev.barid.core.topic.TopicLayout;
import dev.barid.testkit.PrivateBroker;
import dev.barid.testkit.TestBroker;
import dev.barid.testkit.WithBroker;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Outcomes that can't be written at once are kept, and no request is made again for them. */
@WithBroker
@Tag("R-D1")
@Timeout(180)
class KeptOutcomesIT {

  private static final String SUBSCRIBER = "acme";

  @Test
  @Tag("R-D6")
  void aRecordThatIsTooLargeIsFoundAndSetAsideWhileTheOthersAreWritten(TestBroker broker) {
    broker.createBaridTopics(1);
    limitRetries(broker, 10_000);
    Member.put(broker, SUBSCRIBER);
    String large = "x".repeat(50_000);
    try (Member member = Member.start(broker, "one", Map.of(), 1).answering(500)) {
      member.awaitPartitions(2);
      Stream.of("a", large, "b", "c").forEach(body -> produce(broker, SUBSCRIBER, body));

      Member.await("the others are written", () -> Observed.retries(broker).size() == 3);

      Member.await("it is set aside", () -> member.count("barid.records.set.aside") == 1);
      assertThat(Observed.retries(broker)).containsExactlyInAnyOrder("a", "b", "c");
      assertThat(committed(broker)).as("pinned by the one that is set aside").isEqualTo(1);

      limitRetries(broker, TopicLayout.RECORD_MAX_BYTES);
      Member.await("it is written, too", () -> Observed.retries(broker).size() == 4);
      Member.await("no lag is left", () -> Observed.lag(broker) == 0);
      assertThat(Observed.retries(broker)).containsExactlyInAnyOrder("a", large, "b", "c");
      assertThat(member.requests()).hasSize(4);
    }
  }

  @Test
  void aCommitThatTimesOutWhileTheBrokerIsAwayIsWrittenOnceWhenItIsBack() throws Exception {
    try (PrivateBroker kafka = PrivateBroker.start();
        TestBroker broker = kafka.view("away.")) {
      broker.createBaridTopics(1);
      Member.put(broker, SUBSCRIBER);
      try (Member member = Member.start(broker, "one", Map.of(), 1)) {
        member.awaitPartitions(2);
        Observed.awaitFirstCommit(broker, 2);
        produce(broker, SUBSCRIBER, "first");
        Member.Request first = member.awaitRequests(1).get(0);
        Calls.Halt commit = member.calls.haltNext(Calls.COMMIT);
        first.answer(500);
        commit.awaitReached();
        kafka.stop();

        commit.release();
        Member.await(
            "the commit times out",
            () -> member.calls.thrown().stream().anyMatch(TimeoutException.class::isInstance));
        kafka.resume();

        Member.await("it is written", () -> !Observed.retries(broker).isEmpty());
        Member.await("no lag is left", () -> Observed.lag(broker) == 0);
        assertThat(Observed.retries(broker)).containsExactly("first");
        assertThat(member.requests()).hasSize(1);
      }
    }
  }

  @Test
  void whatIsFinishedWhenPartitionsAreRevokedIsCommittedBeforeTheyGo(TestBroker broker)
      throws Exception {
    broker.createBaridTopics(2);
    List<String> subscribers = List.of(subscriberOf(0), subscriberOf(1));
    subscribers.forEach(subscriber -> Member.put(broker, subscriber));
    try (Member old = Member.start(broker, "old", Map.of(), 2).answering(200)) {
      old.awaitPartitions(4);
      Observed.awaitFirstCommit(broker, 4);
      Calls.Halt batch = old.calls.haltNext(Calls.BEGIN);
      for (int i = 0; i < 10; i++) {
        for (String subscriber : subscribers) {
          produce(broker, subscriber, subscriber + " " + i);
        }
      }
      old.awaitRequests(20);
      batch.awaitReached();

      try (Member next = Member.start(broker, "next", Map.of(), 2).answering(200)) {
        // It lets its partitions go no sooner than that batch, and the one behind it, are written.
        old.awaitBusyInPollOr(() -> next.partitions() == 2);
        batch.release();
        next.awaitPartitions(2);
        subscribers.forEach(subscriber -> produce(broker, subscriber, "last"));
        next.awaitRequests(1);
        Member.await("no lag is left", () -> Observed.lag(broker) == 0);

        assertThat(next.requests()).extracting(Member.Request::body).containsExactly("last");
        assertThat(old.requests()).hasSize(21);
      }
    }
  }

  private static String subscriberOf(int partition) {
    return Stream.iterate(0, i -> i + 1)
        .map(i -> "s" + i)
        .filter(id -> Partitions.of(id.getBytes(StandardCharsets.UTF_8), 2) == partition)
        .findFirst()
        .orElseThrow();
  }

  private static void produce(TestBroker broker, String subscriber, String body) {
    broker.produce(broker.topics().events(), subscriber, body);
  }

  private static long committed(TestBroker broker) {
    TopicPartition events = new TopicPartition(broker.topics().events(), 0);
    return Observed.committed(broker).entrySet().stream()
        .filter(entry -> entry.getKey().equals(events))
        .mapToLong(entry -> entry.getValue().offset())
        .findFirst()
        .orElse(-1);
  }

  private static void limitRetries(TestBroker broker, int maxBytes) {
    ConfigEntry limit = new ConfigEntry("max.message.bytes", Integer.toString(maxBytes));
    Map<ConfigResource, Collection<AlterConfigOp>> changes = new HashMap<>();
    for (RetryTier tier : RetryTiers.DEFAULT.tiers()) {
      changes.put(
          new ConfigResource(ConfigResource.Type.TOPIC, broker.topics().retry(tier)),
          List.of(new AlterConfigOp(limit, AlterConfigOp.OpType.SET)));
    }
    TestBroker.get(broker.admin().incrementalAlterConfigs(changes).all());
  }
}
