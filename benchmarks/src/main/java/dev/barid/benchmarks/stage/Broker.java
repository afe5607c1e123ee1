package dev.barid.benchmarks.stage;

import dev.barid.core.topic.RetryTier;
import dev.barid.core.topic.RetryTiers;
import dev.barid.core.topic.Topics;
import dev.barid.standalone.topics.TopicSetup;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.ListOffsetsResult;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.GroupNotEmptyException;

/** A broker in a process of its own, with Barid's topics. Thread-safe. */
public final class Broker implements AutoCloseable {

  private static final Duration START_WITHIN = Duration.ofSeconds(60);

  private static final RetryTiers TIERS = RetryTiers.DEFAULT;
  private static final Duration EMPTY_WITHIN = Duration.ofSeconds(60);
  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private final Child process;
  private final String servers;
  private final Admin admin;
  private final int partitions;

  private Broker(Child process, String servers, int partitions) {
    this.process = process;
    this.servers = servers;
    this.partitions = partitions;
    this.admin = Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, servers));
  }

  /** Starts one without topics; those made later have so many partitions. */
  public static Broker start(Path directory, int partitions) {
    Child process =
        Child.java(
            "broker",
            directory,
            List.of("-Xmx768m", "-Dbarid.log.level=WARN"),
            BrokerMain.class.getName(),
            List.of(directory.resolve("kafka").toString()),
            Map.of());
    try {
      String servers = process.awaitLine(BrokerMain.READY, START_WITHIN);
      Broker broker = new Broker(process, servers, partitions);
      new TopicSetup(broker.admin, Topics.DEFAULT, TIERS)
          .create(OptionalInt.of(partitions), OptionalInt.empty());
      return broker;
    } catch (RuntimeException failed) {
      process.close();
      throw failed;
    }
  }

  public String servers() {
    return servers;
  }

  public Child process() {
    return process;
  }

  public int partitions() {
    return partitions;
  }

  /** Something to send records with; the caller closes it. */
  public Sending sending(Duration linger) {
    return new Sending(servers, linger, "none");
  }

  /** Something to send records with as Barid's own roles do, compressed; the caller closes it. */
  public Sending sendingCompressed(Duration linger) {
    return new Sending(servers, linger, "zstd");
  }

  /** Makes Barid's topics under a prefix. */
  public void create(Topics topics) {
    new TopicSetup(admin, topics, TIERS).create(OptionalInt.of(partitions), OptionalInt.empty());
  }

  /** Deletes all topics whose names begin with the prefix, so that the disk holds one run's. */
  public void delete(Topics topics) {
    List<String> names =
        get(admin.listTopics().names()).stream()
            .filter(name -> name.startsWith(topics.prefix()))
            .toList();
    get(admin.deleteTopics(names).all());
  }

  /** Stores subscribers, and returns once all are written. */
  public void put(Topics topics, Map<String, String> subscribers) {
    try (Sending sending = sending(Duration.ofMillis(20))) {
      subscribers.forEach((id, json) -> sending.send(topics.subscribers(), id, utf8(json)));
    }
  }

  /**
   * Has the group begin again at the first event, once it has no members any more.
   *
   * @throws IllegalStateException if Kafka refuses
   */
  public void rewind(String group) {
    long until = System.nanoTime() + EMPTY_WITHIN.toNanos();
    while (!deleted(group)) {
      if (System.nanoTime() - until > 0) {
        throw new IllegalStateException(
            "group " + group + " has members after " + EMPTY_WITHIN + " (expected: none)");
      }
      LockSupport.parkNanos(LOOK_NANOS);
    }
  }

  /** False as long as it has members: one that was killed is one until its session times out. */
  private boolean deleted(String group) {
    try {
      get(admin.deleteConsumerGroups(List.of(group)).all());
      return true;
    } catch (IllegalStateException refused) {
      if (refused.getCause() instanceof GroupNotEmptyException) {
        return false;
      }
      throw refused;
    }
  }

  /** How many records were ever written to the delay tiers: deferred, or to be retried. */
  public long putOff(Topics topics) {
    Map<TopicPartition, OffsetSpec> latest = new HashMap<>();
    for (RetryTier tier : TIERS.tiers()) {
      for (int number = 0; number < partitions; number++) {
        latest.put(new TopicPartition(topics.retry(tier), number), OffsetSpec.latest());
      }
    }
    return get(admin.listOffsets(latest).all()).values().stream()
        .mapToLong(ListOffsetsResult.ListOffsetsResultInfo::offset)
        .sum();
  }

  /** How many records of {@code events} the dispatcher's group has not committed. */
  public long lag(Topics topics) {
    return lag(topics.dispatcherGroup(), List.of(topics.events()));
  }

  /** How many records of the topics the group has not committed. */
  public long lag(String group, List<String> topics) {
    // Committed first: what comes in between counts as lag, never the other way round.
    Map<TopicPartition, OffsetAndMetadata> committed =
        get(admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata());
    Map<TopicPartition, OffsetSpec> latest = new HashMap<>();
    for (String topic : topics) {
      for (int number = 0; number < partitions; number++) {
        latest.put(new TopicPartition(topic, number), OffsetSpec.latest());
      }
    }
    return get(admin.listOffsets(latest).all()).entrySet().stream()
        .mapToLong(
            end -> {
              OffsetAndMetadata offset = committed.get(end.getKey());
              return end.getValue().offset() - (offset == null ? 0 : offset.offset());
            })
        .sum();
  }

  /** The partitions of a topic that a classic group's members whose instance id begins so have. */
  public Set<Integer> assigned(String group, String instance, String topic) {
    return get(admin.describeConsumerGroups(List.of(group)).all()).values().stream()
        .flatMap(described -> described.members().stream())
        .filter(member -> member.groupInstanceId().orElse("").startsWith(instance))
        .flatMap(member -> member.assignment().topicPartitions().stream())
        .filter(partition -> partition.topic().equals(topic))
        .map(TopicPartition::partition)
        .collect(Collectors.toUnmodifiableSet());
  }

  private static <T> T get(KafkaFuture<T> future) {
    try {
      return future.get();
    } catch (ExecutionException failed) {
      throw new IllegalStateException(failed.getCause());
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(interrupted);
    }
  }

  static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public void close() {
    admin.close();
    process.close();
  }
}
