package dev.barid.dispatcher.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.barid.core.delivery.HeaderNames;
import dev.barid.core.delivery.TopicRecord;
import dev.barid.core.topic.Topics;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Single scenes; {@link WorkerSimulationTest} has them in any order and all at once. */
class WorkerTest {

  private final WorkerBench bench;

  WorkerTest() throws InterruptedException {
    bench = new WorkerBench();
  }

  @Test
  @Tag("R-I5")
  void anEndpointThatHangsDelaysNoOther() {
    bench.produce("acme", 50);
    bench.turns(30);
    assertThat(bench.requests).as("as many as its cap").hasSize(10);
    bench.requests.clear();
    for (int event = 0; event < 30; event++) {
      bench.produce("beta", 1);
      bench.turns(8);
      assertThat(bench.answer(200)).extracting(WorkerBench.Request::to).containsExactly("beta");
    }
  }

  @Test
  @Tag("R-I2")
  @Tag("R-I7")
  void aWorkerThatCannotKeepUpHoldsBackItsPartitionsAndDefersNothing() throws InterruptedException {
    WorkerBench slow = new WorkerBench(10);
    for (int subscriber = 0; subscriber < 20; subscriber++) {
      slow.put("s" + subscriber);
    }
    for (int event = 0; event < 800; event++) {
      slow.produce("s" + event % 20, 1);
    }
    int delivered = 0;
    for (int turn = 0; turn < 1_600 && !slow.kafka.isAtRest(); turn++) {
      // Fewer than are polled, in the order in which they were sent, however many are in flight.
      if (!slow.requests.isEmpty()) {
        slow.requests.remove(0).answer(200);
        delivered++;
      }
      slow.turns(1);
      assertThat(slow.worker.attemptsInFlight()).isLessThanOrEqualTo(10);
    }
    assertThat(delivered).isEqualTo(800);
    assertThat(slow.batches.stream().flatMap(batch -> batch.records().stream()))
        .extracting(TopicRecord::topic)
        .as("every record written tells of an attempt")
        .containsOnly(Topics.DEFAULT.attempts());
  }

  @Test
  @Tag("R-I3")
  @Tag("R-I4")
  void anOpenBreakerCostsOneProbeAnIntervalAndLetsEverythingThroughOnceItCloses() {
    bench.produce("acme", 60);
    List<WorkerBench.Request> failed = failForASecond();
    assertThat(failed.size()).as("what opens it, and what was in flight").isBetween(5, 20);
    Duration interval = Duration.ofSeconds(30);
    for (int probe = 0; probe < 3; probe++) {
      bench.clock.pass(interval.minusSeconds(5));
      bench.turns(30);
      assertThat(bench.requests).as("before the interval is over").isEmpty();
      bench.clock.pass(Duration.ofSeconds(6));
      bench.turns(30);
      assertThat(bench.requests).as("the probe").hasSize(1);
      if (probe < 2) {
        bench.answer(503);
        bench.turns(10);
        interval = interval.multipliedBy(2);
      }
    }
    int delivered = 0;
    for (int round = 0; round < 400 && !bench.kafka.isAtRest(); round++) {
      delivered += bench.answer(200).size();
      bench.clock.pass(Duration.ofSeconds(1));
      bench.turns(5);
    }
    assertThat(delivered).isEqualTo(60);
  }

  @Test
  @Tag("R-M1")
  void anEndpointThatFailsNowAndThenIsNeverCountedTwiceAmongTheBreakers() {
    for (int event = 0; event < 5; event++) {
      bench.produce("acme", 1);
      bench.turns(8);
      bench.answer(503);
      bench.turns(3);
      assertThat(breakers("closed")).isEqualTo(1);
      bench.produce("acme", 1);
      bench.turns(8);
      bench.answer(200);
      bench.turns(3);
      assertThat(breakers("closed")).as("nothing bad is known any more").isZero();
    }
  }

  private double breakers(String state) {
    return bench.meters.get("barid.circuit.state").tag("state", state).gauge().value();
  }

  /** All is answered with 503; those requests. */
  private List<WorkerBench.Request> failForASecond() {
    List<WorkerBench.Request> failed = new ArrayList<>();
    for (int turn = 0; turn < 50; turn++) {
      bench.turns(1);
      failed.addAll(bench.answer(503));
    }
    assertThat(bench.requests).isEmpty();
    return failed;
  }

  @Test
  @Tag("R-D1")
  void aTransactionThatFailsLeadsToNoOtherRequest() {
    bench.transactionsFail = true;
    bench.produce("acme", 3);
    bench.turns(20);
    assertThat(bench.answer(500)).hasSize(3);
    bench.turns(300);
    assertThat(bench.requests).isEmpty();
    assertThat(bench.worker.isWell()).isFalse();
    bench.produce("beta", 3);
    bench.turns(50);
    assertThat(bench.requests).as("intake is closed").isEmpty();
    assertThat(bench.batches.size()).as("less and less often").isBetween(4, 12);

    bench.transactionsFail = false;
    bench.turns(300);
    assertThat(bench.worker.isWell()).isTrue();
    assertThat(bench.requests).extracting(WorkerBench.Request::to).contains("beta");
    assertThat(bench.worker.heldBytes()).isPositive();
  }

  @Test
  void whileOutcomesCannotBeWrittenATurnWaits() {
    int turns = 100;
    bench.transactionsFail = true;
    bench.produce("acme", 1);
    bench.turns(20);
    bench.answer(200);
    bench.turns(20);
    assertThat(bench.worker.isWell()).isFalse();

    Instant before = bench.clock.now();
    for (int turn = 0; turn < turns; turn++) {
      bench.worker.turn();
    }
    assertThat(Duration.between(before, bench.clock.now()))
        .as("else the thread keeps a core busy until the brokers are back")
        .isGreaterThan(Duration.ofNanos(400_000).multipliedBy(turns));
  }

  @Test
  @Tag("R-D1")
  void whatItHoldsIsNotSentWhileItMayHaveBeenReplaced() {
    bench.member.certain(false);
    bench.produce("acme", 5);
    bench.turns(50);
    assertThat(bench.requests).isEmpty();
    bench.member.certain(true);
    bench.turns(5);
    assertThat(bench.answer(200)).hasSize(5);
  }

  @Test
  @Tag("R-D5")
  void anEventSentRightAfterItsSubscriberWasPutIsNotRefused() throws InterruptedException {
    bench.produce("late", 1);
    bench.turns(10);
    assertThat(bench.lookups).containsExactly(1L);
    assertThat(bench.requests).isEmpty();
    bench.put("late");
    bench.lookedUp(1);
    bench.turns(3);
    assertThat(bench.answer(200)).extracting(WorkerBench.Request::to).containsExactly("late");
  }

  @Test
  @Tag("R-D5")
  void anUnknownSubscribersEventIsRefusedAfterALookAndBlocksNothing() throws InterruptedException {
    bench.produce("ghost", 1);
    bench.produce("acme", 1);
    bench.turns(10);
    assertThat(bench.answer(200)).extracting(WorkerBench.Request::to).containsExactly("acme");
    bench.turns(10);
    assertThat(bench.kafka.log(WorkerBench.EVENTS).committed().orElseThrow().offset())
        .as("pinned, and what is beyond is remembered")
        .isZero();
    bench.lookedUp(1);
    bench.turns(20);
    assertThat(bench.kafka.log(WorkerBench.EVENTS).hasNoLag()).isTrue();
    assertThat(bench.batches.stream().flatMap(batch -> batch.records().stream()))
        .filteredOn(output -> output.topic().equals(Topics.DEFAULT.dlq()))
        .singleElement()
        .satisfies(
            dead ->
                assertThat(Ledger.text(dead.headers(), HeaderNames.DLQ_REASON))
                    .contains("unknown-subscriber"));
  }

  @Test
  @Tag("R-D1")
  @Tag("R-C8")
  void anAssignmentWaitsForBrokersThatAreAwayAndEndsNothing() {
    bench.produce("acme", 5);
    bench.turns(10);
    bench.requests.clear();
    bench.member.kick();
    bench.unansweredHealth = 50;
    bench.turns(20);
    assertThat(bench.unansweredHealth).isZero();
    assertThat(bench.worker.isWell()).isTrue();
    assertThat(bench.answer(200)).as("they come again").hasSize(5);
  }

  @Test
  @Tag("R-D1")
  void whatLosesItsPartitionIsDroppedWhateverComesOfIt() {
    bench.produce("acme", 30);
    bench.turns(10);
    List<WorkerBench.Request> old = List.copyOf(bench.requests);
    bench.requests.clear();
    bench.member.kick();
    bench.clock.pass(Duration.ofMillis(1));
    bench.worker.turn();
    int before = bench.batches.size();
    assertThat(bench.worker.heldBytes()).isZero();
    old.forEach(request -> request.answer(500));
    bench.worker.turn();
    assertThat(bench.batches).as("nothing is written of it").hasSize(before);
    assertThat(bench.worker.attemptsInFlight()).isEqualTo(bench.requests.size());
    bench.turns(20);
    assertThat(bench.requests).as("it comes again").hasSize(10);
  }

  @Test
  void whereThePartitionsAreIsAskedForOnceACommitAndNotAtEachTurn() {
    bench.produce("acme", 1);
    bench.turns(10);
    int before = bench.member.askedForPosition();
    for (int turn = 0; turn < 500; turn++) {
      // As when something is in flight and nothing comes.
      bench.clock.pass(Duration.ofMillis(1));
      bench.worker.turn();
    }
    assertThat(bench.member.askedForPosition() - before)
        .as("for each of two partitions, in about a second with a commit every 50 ms")
        .isBetween(20, 60);
  }

  @Test
  @Tag("R-B8")
  void theEndWaitsForWhatIsInFlightAndStartsNothing() {
    bench.produce("acme", 30);
    bench.turns(10);
    assertThat(bench.requests).hasSize(10);
    List<WorkerBench.Request> ending = List.copyOf(bench.requests);
    ending.subList(0, 9).forEach(request -> request.answer(200));
    bench.worker.end(Duration.ofSeconds(2));
    assertThat(bench.requests).as("nothing started").hasSize(10);
    assertThat(ending.get(9).delivery().event().origin())
        .as("nine are committed, the tenth repeats")
        .endsWith("-" + bench.kafka.log(WorkerBench.EVENTS).committed().orElseThrow().offset());
    ending.get(9).answer(200);
  }
}
