package dev.barid.standalone.topics;

import dev.barid.cli.KafkaClients;
import dev.barid.core.text.InvalidInputException;
import dev.barid.core.topic.RetryTiers;
import dev.barid.core.topic.TopicLayout;
import dev.barid.core.topic.TopicSpec;
import dev.barid.core.topic.Topics;
import dev.barid.scheduler.SchedulerTopology;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** Creates the topics that are missing, and says what differs in those that exist. */
public final class TopicSetup {

  private static final long VISIBLE_TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(10);
  private static final long VISIBLE_POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  private final Admin admin;
  private final List<TopicSpec> specs;
  private final List<TopicSpec> internal;
  private final String events;

  /**
   * Makes a setup; it connects when it is asked something.
   *
   * @param admin stays the caller's to close
   */
  public TopicSetup(Admin admin, Topics topics, RetryTiers tiers) {
    this.admin = admin;
    this.specs = TopicLayout.of(topics, tiers);
    this.internal =
        SchedulerTopology.changelogs(topics, tiers).stream().map(TopicLayout::changelog).toList();
    this.events = topics.events();
  }

  /**
   * Creates what is missing; what exists stays as it is.
   *
   * @param partitions how many each topic gets; empty for as many as {@code events} has, or for the
   *     default where it is missing, too
   * @param replicationFactor empty for the brokers' default
   * @return the names of the topics that were created
   * @throws InvalidInputException if {@code events} exists with another number of partitions
   */
  public List<String> create(OptionalInt partitions, OptionalInt replicationFactor) {
    Map<String, ExistingTopic> existing = existing();
    int count = partitionCount(existing, partitions);
    TopicCheck check = new TopicCheck(events, existing);
    Optional<Short> replicas =
        replicationFactor.isPresent()
            ? Optional.of((short) replicationFactor.getAsInt())
            : Optional.empty();
    List<NewTopic> missing =
        specs.stream()
            .filter(spec -> !existing.containsKey(spec.name()))
            .map(
                spec ->
                    new NewTopic(spec.name(), Optional.of(count), replicas)
                        .configs(check.expectedConfigs(spec)))
            .toList();
    List<String> created = new ArrayList<>();
    admin
        .createTopics(missing)
        .values()
        .forEach(
            (name, future) -> {
              if (createdByUs(future)) {
                created.add(name);
              }
            });
    awaitVisible();
    awaitLeaders(created, count);
    return specs.stream().map(TopicSpec::name).filter(created::contains).toList();
  }

  /**
   * Each topic of the layout, in its order, with what differs; after them those that the scheduler
   * has created for itself.
   */
  public List<TopicStatus> describe() {
    Map<String, ExistingTopic> existing = existing();
    TopicCheck check = new TopicCheck(events, existing);
    return Stream.concat(
            specs.stream(), internal.stream().filter(spec -> existing.containsKey(spec.name())))
        .map(check::status)
        .toList();
  }

  /** Every difference, a line each; empty if all is as it should be. */
  public List<String> differences() {
    return describe().stream().flatMap(status -> status.differences().stream()).toList();
  }

  private int partitionCount(Map<String, ExistingTopic> existing, OptionalInt asked) {
    ExistingTopic measure = existing.get(events);
    if (measure == null) {
      return asked.orElse(TopicLayout.DEFAULT_PARTITIONS);
    }
    if (asked.isPresent() && asked.getAsInt() != measure.partitions()) {
      throw new InvalidInputException(
          "--partitions",
          Integer.toString(asked.getAsInt()),
          measure.partitions() + ", as " + events + " has; the number is fixed at creation");
    }
    return measure.partitions();
  }

  private static boolean createdByUs(KafkaFuture<Void> future) {
    try {
      KafkaClients.await(future);
      return true;
    } catch (TopicExistsException somebodyWasFaster) {
      return false;
    }
  }

  /** Brokers learn of a new topic a moment after the controller. */
  private void awaitVisible() {
    long deadline = System.nanoTime() + VISIBLE_TIMEOUT_NANOS;
    List<String> names = specs.stream().map(TopicSpec::name).toList();
    while (!existing().keySet().containsAll(names) && System.nanoTime() - deadline < 0) {
      LockSupport.parkNanos(VISIBLE_POLL_NANOS);
    }
  }

  /**
   * And lead its partitions a moment after that. A producer must not write before: of two batches
   * in flight the first may be refused and the second taken, since nothing is known of the producer
   * yet; then the first is out of sequence, again and again, until its delivery times out.
   */
  private void awaitLeaders(List<String> created, int partitions) {
    Map<TopicPartition, OffsetSpec> ends = new HashMap<>();
    for (String topic : created) {
      for (int partition = 0; partition < partitions; partition++) {
        ends.put(new TopicPartition(topic, partition), OffsetSpec.latest());
      }
    }
    // Only a leader answers; the client asks until it does.
    KafkaClients.await(admin.listOffsets(ends).all());
  }

  private Map<String, ExistingTopic> existing() {
    Map<String, TopicDescription> found = new HashMap<>();
    List<String> names =
        Stream.concat(specs.stream(), internal.stream()).map(TopicSpec::name).toList();
    admin
        .describeTopics(names)
        .topicNameValues()
        .forEach(
            (name, future) -> {
              try {
                found.put(name, KafkaClients.await(future));
              } catch (UnknownTopicOrPartitionException missing) {
                // Not found: said by its absence.
              }
            });
    Map<String, Map<String, String>> configs = configs(found);
    Map<String, ExistingTopic> existing = new HashMap<>();
    found.forEach(
        (name, topic) -> {
          Map<String, String> own = configs.get(name);
          if (own != null) {
            existing.put(
                name,
                new ExistingTopic(
                    topic.partitions().size(), topic.partitions().get(0).replicas().size(), own));
          }
        });
    return existing;
  }

  private Map<String, Map<String, String>> configs(Map<String, TopicDescription> found) {
    List<ConfigResource> resources =
        found.keySet().stream()
            .map(name -> new ConfigResource(ConfigResource.Type.TOPIC, name))
            .toList();
    Map<String, Map<String, String>> configs = new HashMap<>();
    admin
        .describeConfigs(resources)
        .values()
        .forEach(
            (resource, future) -> {
              try {
                configs.put(resource.name(), entries(KafkaClients.await(future)));
              } catch (UnknownTopicOrPartitionException deletedMeanwhile) {
                // Not found either.
              }
            });
    return configs;
  }

  private static Map<String, String> entries(Config config) {
    return config.entries().stream()
        .filter(entry -> entry.value() != null)
        .collect(Collectors.toMap(ConfigEntry::name, ConfigEntry::value));
  }
}
