package dev.barid.dispatcher;

import static org.assertj.core.api.Assertions.assertThat;

import dev.barid.dispatcher.Member.Request;
import dev.barid.testkit.TestBroker;
import dev.barid.testkit.WithBroker;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.GroupState;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Whatever a worker has under way when the group takes its partitions from it: every outcome is in
 * the topics once. Each event is answered with 500 by whoever attempts it, so that its outcome is a
 * retry.
 */
@WithBroker
@Tag("R-D1")
@Timeout(180)
class FencingIT {

  /** A member that doesn't poll for so long is out. */
  private static final Map<String, String> IMPATIENT = Map.of("kafka.max.poll.interval.ms", "2000");

  private final List<Member> members = new ArrayList<>();
  private TestBroker broker;
  private Member old;

  @BeforeEach
  void start(TestBroker given) {
    broker = given;
    broker.createBaridTopics(1);
    Member.put(broker, "acme");
    old = member("old", IMPATIENT).awaitPartitions(2);
    Observed.awaitFirstCommit(broker, 2);
  }

  @AfterEach
  void close() {
    members.forEach(Member::close);
  }

  @Test
  void theBatchOfAnOldOwnerIsRefusedThoughItHasJoinedAgain() throws Exception {
    produce("first");
    Request first = old.awaitRequests(1).get(0);
    Calls.Halt batch = old.calls.haltNext(Calls.BEGIN);
    first.answer(500);
    batch.awaitReached();
    old.stop();
    takeOver();
    awaitRetries("first");

    old.resume();
    awaitBothAreMembers();
    batch.release();

    Member.await(
        "the batch is refused",
        () -> old.calls.thrown().stream().anyMatch(CommitFailedException.class::isInstance));
    oneMoreIsRetriedOnce("first");
  }

  @Test
  void whatAnOldOwnerStillHadToWriteIsDroppedWithItsPartition() throws Exception {
    produce("first");
    Request first = old.awaitRequests(1).get(0);
    old.calls.fail(Calls.BEGIN, new TimeoutException("the broker is slow"));
    first.answer(500);
    Member.await("it has tried", () -> old.count("barid.transactions.aborted") > 0);
    old.stop();
    takeOver();
    awaitRetries("first");

    old.calls.heal();
    old.resume();
    awaitBothAreMembers();

    oneMoreIsRetriedOnce("first");
  }

  @Test
  void aProcessStoppedBetweenItsOffsetsAndItsCommitHoldsItsSuccessorForSecondsAndNeverCommits()
      throws Exception {
    produce("first");
    Request first = old.awaitRequests(1).get(0);
    Calls.Halt commit = old.calls.haltNext(Calls.COMMIT);
    first.answer(500);
    commit.awaitReached();
    old.stop();
    takeOver();
    // After the old one's transaction has timed out.
    awaitRetries("first");

    commit.release();
    Member.await("the old one's commit is refused", () -> !old.calls.thrown().isEmpty());
    old.resume();
    awaitBothAreMembers();

    oneMoreIsRetriedOnce("first");
  }

  @Test
  void whatAStoppedProcessCommitsInTimeItsSuccessorWaitsForAndKnows() throws Exception {
    int failuresThatOpenTheBreaker = 5;
    String[] bodies = new String[failuresThatOpenTheBreaker];
    for (int i = 0; i < failuresThatOpenTheBreaker; i++) {
      bodies[i] = "event " + i;
      produce(bodies[i]);
    }
    List<Request> requests = old.awaitRequests(failuresThatOpenTheBreaker);
    old.stop();
    Calls.Halt commit = old.calls.haltNext(Calls.COMMIT);
    requests.forEach(request -> request.answer(500));
    old.resume();
    commit.awaitReached();
    old.stop();
    Member next = takeOver();
    awaitAssignedToOneMember();

    commit.release();

    awaitRetries(bodies);
    produce("one more");
    assertThat(broker.awaitRecords(broker.topics().parked(), 1, Member.PATIENCE).get(0).value())
        .as("it knows of the open breaker")
        .contains("one more");
    assertThat(next.requests()).isEmpty();
    awaitRetries(bodies);
  }

  @Test
  void whatLosesItsPartitionInMidCommitIsDroppedThoughTheCommitFails() throws Exception {
    produce("first");
    Request first = old.awaitRequests(1).get(0);
    Calls.Halt commit =
        old.calls.haltNext(
            Calls.COMMIT,
            real -> {
              throw new KafkaException("something went wrong");
            });
    first.answer(500);
    commit.awaitReached();
    old.stop();
    takeOver();
    awaitAssignedToOneMember();
    old.resume();
    old.awaitPartitions(0);

    commit.release();
    awaitBothAreMembers();

    awaitRetries("first");
    oneMoreIsRetriedOnce("first");
  }

  @Test
  void aCommitWhoseAnswerIsLostIsAskedForAgainAndNothingIsWrittenTwice() {
    produce("first");
    Request first = old.awaitRequests(1).get(0);
    old.calls.loseTheNextCommitsAnswer();
    old.answering(500);
    first.answer(500);

    oneMoreIsRetriedOnce("first");

    assertThat(old.requests()).hasSize(2);
    assertThat(old.count("barid.transactions.aborted")).isZero();
  }

  @Test
  void aProducerThatIsFencedIsReplacedAndTheSameOutcomesAreWrittenWithoutAnyRequest()
      throws Exception {
    produce("first");
    Request first = old.awaitRequests(1).get(0);
    Calls.Halt commit = old.calls.haltNext(Calls.COMMIT);
    first.answer(500);
    commit.awaitReached();
    try (Producer<byte[], byte[]> rival = old.rival()) {
      rival.initTransactions();
    }

    old.answering(500);
    commit.release();
    oneMoreIsRetriedOnce("first");

    assertThat(old.requests()).hasSize(2);
    assertThat(old.count("barid.transactions.aborted")).isPositive();
  }

  private Member takeOver() {
    old.answering(500);
    return member("next", Map.of()).answering(500);
  }

  private Member member(String instance, Map<String, String> more) {
    Member member = Member.start(broker, instance, more, 1);
    members.add(member);
    return member;
  }

  private void produce(String body) {
    broker.produce(broker.topics().events(), "acme", body);
  }

  /** The group goes on, whoever has the partition now, and nothing was written twice meanwhile. */
  private void oneMoreIsRetriedOnce(String before) {
    produce("one more");
    awaitRetries(before, "one more");
    awaitNoLag();
    assertThat(retries()).containsExactlyInAnyOrder(before, "one more");
  }

  private void awaitRetries(String... bodies) {
    Member.await("all are retried: " + retries(), () -> retries().size() >= bodies.length);
    assertThat(retries()).containsExactlyInAnyOrder(bodies);
  }

  private List<String> retries() {
    return Observed.retries(broker);
  }

  private void awaitNoLag() {
    Member.await("no lag is left", () -> Observed.lag(broker) == 0);
  }

  private void awaitBothAreMembers() {
    Member.await(
        "both are members",
        () -> {
          ConsumerGroupDescription group = group();
          return group.groupState() == GroupState.STABLE && group.members().size() == 2;
        });
  }

  /** The one that stands still is out, and the other one has its partitions. */
  private void awaitAssignedToOneMember() {
    Member.await(
        "one has both partitions",
        () ->
            group().members().stream()
                    .filter(member -> member.clientId().contains("next"))
                    .flatMap(member -> member.assignment().topicPartitions().stream())
                    .count()
                == 2);
  }

  private ConsumerGroupDescription group() {
    String group = broker.topics().dispatcherGroup();
    return TestBroker.get(broker.admin().describeConsumerGroups(List.of(group)).all())
        .values()
        .iterator()
        .next();
  }
}
