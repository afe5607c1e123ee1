package dev.barid.dispatcher.worker;

import dev.barid.core.delivery.HeaderNames;
import dev.barid.core.delivery.SourceRecord;
import dev.barid.core.delivery.TopicRecord;
import dev.barid.core.health.EndpointHealth;
import dev.barid.core.subscriber.EndpointKey;
import dev.barid.core.topic.Topics;
import dev.barid.dispatcher.commit.Batch;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;

/** The broker of a simulation: partitions, the group, transactions, and the scheduler behind. */
final class SimulatedKafka {

  private final Random random;
  private final Topics topics;
  private final SimulatedScheduler scheduler;
  private final Ledger ledger;
  private final int partitionCount;
  private final Map<TopicPartition, SimulatedLog> logs = new LinkedHashMap<>();
  private final Map<TopicPartition, SimulatedMember> owners = new HashMap<>();
  private final Map<TopicPartition, SimulatedMember> targets = new HashMap<>();
  private final List<SimulatedTransaction> transactions = new ArrayList<>();

  /** Where each step of each delivery is to be done. */
  private final Map<String, TopicPartition> places = new HashMap<>();

  private final Set<String> tooLarge = new HashSet<>();
  private int memberEpoch;

  SimulatedKafka(Random random, Topics topics, Ledger ledger, int partitionCount) {
    this.random = random;
    this.topics = topics;
    this.ledger = ledger;
    this.scheduler = new SimulatedScheduler(random, topics);
    this.partitionCount = partitionCount;
    for (int number = 0; number < partitionCount; number++) {
      for (String topic : List.of(topics.events(), topics.redeliveries())) {
        TopicPartition partition = new TopicPartition(topic, number);
        logs.put(partition, new SimulatedLog(partition));
      }
    }
  }

  int partitionCount() {
    return partitionCount;
  }

  Set<TopicPartition> partitions() {
    return logs.keySet();
  }

  SimulatedLog log(TopicPartition partition) {
    SimulatedLog log = logs.get(partition);
    if (log == null) {
      throw new AssertionError("no partition " + partition);
    }
    return log;
  }

  /** Appends an event or a redelivery. */
  void append(String topic, int number, TopicRecord appended) {
    TopicPartition partition = new TopicPartition(topic, number);
    SimulatedLog log = log(partition);
    log.append(
        log.isEmpty() || random.nextInt(3) > 0 ? 0 : random.nextInt(5),
        offset ->
            new SourceRecord(
                topic,
                number,
                offset,
                appended.timestampMs(),
                appended.key(),
                appended.value(),
                appended.headers()));
    String id = Ledger.text(appended.headers(), "sim").orElseThrow();
    Optional<String> endpoint = Ledger.text(appended.headers(), HeaderNames.ENDPOINT);
    places.put(
        endpoint.isEmpty()
            ? id
            : step(id, endpoint.get(), Ledger.number(appended.headers(), SimulatedScheduler.HOP)),
        partition);
  }

  static String step(String id, String endpoint, int hops) {
    return id + "/" + endpoint + "/" + hops;
  }

  /** The partition of the record that a step of a delivery was read from. */
  TopicPartition placeOf(String id, String step) {
    TopicPartition place = places.getOrDefault(step, places.get(id));
    if (place == null) {
      throw new AssertionError("no record of " + step);
    }
    return place;
  }

  /** The scheduler sends what may go. */
  void redeliver(int most, Instant now) {
    for (TopicRecord released : scheduler.release(most, now)) {
      append(topics.redeliveries(), released.partition().orElseThrow(), released);
    }
  }

  /** What is committed of the endpoints' health in a partition. */
  Map<EndpointKey, EndpointHealth> healthOf(int partition) {
    return Map.copyOf(scheduler.healthOf(partition));
  }

  /** From now on no transaction with an outcome of this event is accepted. */
  void refuse(String id) {
    tooLarge.add(id);
  }

  void acceptEverything() {
    tooLarge.clear();
  }

  // Transactions.

  SimulatedTransaction begin(SimulatedMember member, Batch batch) {
    SimulatedTransaction transaction = new SimulatedTransaction(this, member, batch);
    transactions.add(transaction);
    return transaction;
  }

  List<SimulatedTransaction> underWay() {
    transactions.removeIf(transaction -> transaction.result() != null);
    return transactions;
  }

  boolean isTooLarge(Batch batch) {
    return !tooLarge.isEmpty()
        && batch.records().stream()
            .anyMatch(
                output ->
                    Ledger.text(output.headers(), "sim").map(tooLarge::contains).orElse(false));
  }

  void apply(Batch batch) {
    ledger.committed(batch.records());
    batch.offsets().forEach((partition, commit) -> log(partition).commit(commit, this::isFinished));
    for (TopicRecord output : batch.records()) {
      if (output.topic().equals(topics.redeliveries())) {
        append(output.topic(), output.partition().orElseThrow(), output);
      } else {
        scheduler.read(output);
      }
    }
    if (random.nextInt(8) == 0) {
      check();
    }
  }

  private Optional<Boolean> isFinished(SourceRecord source) {
    return ledger.isFinished(source);
  }

  // The group.

  /** Whether the group knows the member, and nothing has changed for it since that epoch. */
  boolean isCurrent(SimulatedMember member, int epoch) {
    return member.isMember() && member.epoch() == epoch;
  }

  int nextEpoch() {
    return ++memberEpoch;
  }

  void assign(TopicPartition partition, SimulatedMember member) {
    targets.put(partition, member);
  }

  boolean isMeantFor(TopicPartition partition, SimulatedMember member) {
    return targets.get(partition) == member;
  }

  /** Partitions that are meant for the member, and that no other one owns. */
  List<TopicPartition> takeFree(SimulatedMember member) {
    List<TopicPartition> free =
        logs.keySet().stream()
            .filter(partition -> isMeantFor(partition, member) && !owners.containsKey(partition))
            .toList();
    free.forEach(partition -> owners.put(partition, member));
    return free;
  }

  void giveUp(SimulatedMember member, Collection<TopicPartition> partitions) {
    partitions.forEach(partition -> owners.remove(partition, member));
  }

  /** Offsets that a transaction has under way are not given out before it has ended. */
  void resolve(Collection<TopicPartition> partitions) {
    for (SimulatedTransaction transaction : List.copyOf(underWay())) {
      if (partitions.stream().anyMatch(transaction.batch().offsets()::containsKey)) {
        transaction.resolve(random.nextBoolean());
      }
    }
  }

  /** The topic is deleted and made again: its records are lost, its offsets begin anew. */
  void makeAnew(TopicPartition partition) {
    for (SimulatedTransaction transaction : List.copyOf(underWay())) {
      if (transaction.batch().offsets().containsKey(partition)) {
        transaction.resolve(false);
      }
    }
    log(partition).begin().stream()
        .filter(source -> !ledger.isFinished(source).orElse(true))
        .forEach(ledger::lost);
  }

  /** Whether everything is finished, and no lag is left. */
  boolean isAtRest() {
    return scheduler.isEmpty()
        && underWay().isEmpty()
        && logs.values().stream().allMatch(SimulatedLog::hasNoLag);
  }

  /** Checks every partition, those as well that no transaction has touched. */
  void check() {
    logs.values().forEach(log -> log.check(this::isFinished));
  }

  @Override
  public String toString() {
    return logs.values() + ", " + scheduler + ", transactions " + underWay().size();
  }
}
