package dev.barid.dispatcher.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.barid.core.delivery.SourceRecord;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;

/** A member of the simulated group: partitions come and go within {@link #poll}. */
final class SimulatedMember implements EventSource {

  /** What is to happen around a poll. */
  interface Surroundings {
    /** Time passes while nothing comes. */
    void pass(Duration waited);

    /** Whether the broker doesn't answer. */
    boolean isBrokerAway();

    /** Whether the worker must have closed its intake. */
    boolean isFull();

    /** An event comes into a partition that was made anew. */
    void produceInto(TopicPartition partition);
  }

  private final SimulatedKafka kafka;
  private final Random random;
  private final Surroundings surroundings;
  private final Map<TopicPartition, Long> positions = new LinkedHashMap<>();
  private final Map<TopicPartition, Integer> assignments = new HashMap<>();
  private final Set<TopicPartition> paused = new HashSet<>();
  private final Set<TopicPartition> revoking = new HashSet<>();
  private Optional<Listener> listener = Optional.empty();
  private Optional<TopicPartition> anew = Optional.empty();
  private int epoch;
  private int assignmentCount;
  private int askedForPosition;
  private boolean isMember;
  private boolean isCertain = true;

  SimulatedMember(SimulatedKafka kafka, Random random, Surroundings surroundings) {
    this.kafka = kafka;
    this.random = random;
    this.surroundings = surroundings;
  }

  boolean isMember() {
    return isMember;
  }

  int epoch() {
    return epoch;
  }

  /** How often the worker has asked where one of its partitions is. */
  int askedForPosition() {
    return askedForPosition;
  }

  Set<TopicPartition> assigned() {
    return positions.keySet();
  }

  /** Whether attempts of the partition may start. */
  boolean mayStart(TopicPartition partition) {
    return positions.containsKey(partition) && !revoking.contains(partition);
  }

  /** Which assignment of the partition this is; another number after each that it had before. */
  int assignmentOf(TopicPartition partition) {
    return assignments.getOrDefault(partition, 0);
  }

  /** The group takes it for dead, which it learns at its next poll. */
  void kick() {
    isMember = false;
    kafka.giveUp(this, assigned());
  }

  /** The topic is made anew under its owner, which learns it by the next record. */
  void makeAnew(TopicPartition partition) {
    anew = Optional.of(partition);
  }

  long positionOf(TopicPartition partition) {
    return positions.getOrDefault(partition, 0L);
  }

  @Override
  public void subscribe(Listener heard) {
    listener = Optional.of(heard);
    isMember = true;
    epoch = kafka.nextEpoch();
  }

  @Override
  public List<SourceRecord> poll(Duration timeout) {
    boolean full = surroundings.isFull();
    surroundings.pass(timeout);
    if (!isMember) {
      rejoin();
      return List.of();
    }
    rebalance();
    assertThat(full && !paused.containsAll(assigned())).as("full, and takes in more").isFalse();
    List<SourceRecord> records = new ArrayList<>();
    for (TopicPartition partition : assigned()) {
      if (!paused.contains(partition)) {
        boolean isAnew = anew.equals(Optional.of(partition)) && positionOf(partition) > 0;
        if (isAnew) {
          kafka.makeAnew(partition);
          surroundings.produceInto(partition);
          positions.put(partition, 0L);
          assignments.put(partition, ++assignmentCount);
        }
        records.addAll(read(partition, (isAnew ? 1 : 0) + random.nextInt(6)));
      }
    }
    anew = Optional.empty();
    return records;
  }

  private void rejoin() {
    List<TopicPartition> lost = List.copyOf(assigned());
    positions.clear();
    isMember = true;
    epoch = kafka.nextEpoch();
    if (!lost.isEmpty()) {
      listener.orElseThrow().onLost(lost);
    }
  }

  private void rebalance() {
    List<TopicPartition> leaving =
        assigned().stream().filter(partition -> !kafka.isMeantFor(partition, this)).toList();
    if (!leaving.isEmpty()) {
      revoke(leaving);
      return;
    }
    List<TopicPartition> coming = kafka.takeFree(this);
    if (!coming.isEmpty()) {
      epoch = kafka.nextEpoch();
      kafka.resolve(coming);
      for (TopicPartition partition : coming) {
        long offset = kafka.log(partition).committed().map(OffsetAndMetadata::offset).orElse(0L);
        positions.put(partition, offset);
        assignments.put(partition, ++assignmentCount);
        paused.remove(partition);
      }
      listener.orElseThrow().onAssigned(coming);
    }
  }

  private void revoke(List<TopicPartition> leaving) {
    revoking.addAll(leaving);
    listener.orElseThrow().onRevoked(leaving);
    revoking.removeAll(leaving);
    leaving.forEach(positions::remove);
    if (isMember) {
      kafka.giveUp(this, leaving);
      epoch = kafka.nextEpoch();
    }
  }

  private List<SourceRecord> read(TopicPartition partition, int most) {
    long position = positionOf(partition);
    List<SourceRecord> records = kafka.log(partition).read(position, most);
    if (!records.isEmpty()) {
      position = records.get(records.size() - 1).offset() + 1;
    }
    if (random.nextBoolean()) {
      position = kafka.log(partition).nextFrom(position);
    }
    positions.put(partition, position);
    return records;
  }

  @Override
  public long position(TopicPartition partition) {
    return positionOf(partition);
  }

  @Override
  public OptionalLong knownPosition(TopicPartition partition) {
    askedForPosition++;
    assertThat(assigned()).contains(partition);
    return random.nextInt(8) == 0 ? OptionalLong.empty() : OptionalLong.of(positionOf(partition));
  }

  @Override
  public Map<TopicPartition, OffsetAndMetadata> committed(Collection<TopicPartition> partitions) {
    if (surroundings.isBrokerAway()) {
      throw new TimeoutException("the broker is away");
    }
    Map<TopicPartition, OffsetAndMetadata> known = new HashMap<>();
    for (TopicPartition partition : partitions) {
      kafka.log(partition).committed().ifPresent(commit -> known.put(partition, commit));
    }
    return known;
  }

  @Override
  public void intake(boolean open) {
    paused.clear();
    if (!open) {
      paused.addAll(assigned());
    }
  }

  @Override
  @SuppressWarnings("removal") // Its constructors; there is no other way to make one.
  public ConsumerGroupMetadata group() {
    return new ConsumerGroupMetadata("dispatcher", epoch, "member", Optional.empty());
  }

  @Override
  public boolean isJoined() {
    return isMember;
  }

  @Override
  public boolean isCertain() {
    return isCertain;
  }

  /** Whether it may go on with its partitions; it may unless told otherwise. */
  void certain(boolean certain) {
    isCertain = certain;
  }

  @Override
  public void close() {
    if (isMember && !assigned().isEmpty()) {
      revoke(List.copyOf(assigned()));
    } else if (!assigned().isEmpty()) {
      listener.orElseThrow().onLost(List.copyOf(assigned()));
    }
    kick();
    positions.clear();
  }
}
