package dev.barid.scheduler;

import dev.barid.core.topic.RetryTier;
import dev.barid.core.topic.RetryTiers;
import dev.barid.core.topic.Topics;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.stream.Stream;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.AutoOffsetReset;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.Stores;

/**
 * The scheduler's topology: for each tier a sub-topology of its own, and {@link ParkingTopology}.
 *
 * <pre>
 *   [retry.10s] ──► read-10s ──► hold-10s ◄─► (due-10s) ──► release-10s ──► [redeliveries]
 *   [retry.1m]  ──► read-1m  ──► hold-1m  ◄─► (due-1m)  ──► release-1m  ──► [redeliveries]
 *   …
 * </pre>
 *
 * <p>Sub-topologies share no store and no source. Every name is given, none generated: a store is
 * found again after an upgrade by its name.
 */
public final class SchedulerTopology {

  static final String STORE_PREFIX = "due-";
  static final String CHANGELOG_SUFFIX = "-changelog";

  private SchedulerTopology() {}

  /**
   * Builds the topology.
   *
   * @param registry where the scheduler's meters are
   */
  public static Topology build(Topics topics, RetryTiers tiers, MeterRegistry registry) {
    return build(topics, tiers, registry, DrainLimit.DEFAULT);
  }

  static Topology build(Topics topics, RetryTiers tiers, MeterRegistry registry, DrainLimit limit) {
    Topology topology = new Topology();
    for (RetryTier tier : tiers.tiers()) {
      addTier(topology, topics, tier, new TierMetrics(registry, tier), limit);
    }
    ParkingTopology.addTo(topology, topics, new ParkingMetrics(registry), limit);
    return topology;
  }

  /** The topics that Kafka Streams keeps the stores in, as it names them. */
  public static List<String> changelogs(Topics topics, RetryTiers tiers) {
    return Stream.concat(
            tiers.tiers().stream().map(SchedulerTopology::storeName),
            Stream.of(
                ParkingTopology.RECORDS_STORE,
                ParkingTopology.GIVE_UP_STORE,
                ParkingTopology.ENDPOINTS_STORE))
        .map(store -> topics.schedulerGroup() + "-" + store + CHANGELOG_SUFFIX)
        .toList();
  }

  /** The store of a tier; Kafka Streams derives the changelog's name from it. */
  static String storeName(RetryTier tier) {
    return STORE_PREFIX + tier.name();
  }

  private static void addTier(
      Topology topology, Topics topics, RetryTier tier, TierMetrics metrics, DrainLimit limit) {
    String source = "read-" + tier.name();
    String processor = "hold-" + tier.name();
    String store = storeName(tier);
    topology
        .addSource(
            AutoOffsetReset.earliest(),
            source,
            (record, partitionTime) -> Math.max(0, record.timestamp()),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer(),
            topics.retry(tier))
        .addProcessor(processor, () -> new TierProcessor(tier, store, metrics, limit), source)
        .addStateStore(dueStore(store), processor)
        .addSink(
            "release-" + tier.name(),
            topics.redeliveries(),
            new ByteArraySerializer(),
            new Released.ValueSerializer(),
            Released.PARTITIONER,
            processor);
  }

  private static StoreBuilder<KeyValueStore<byte[], byte[]>> dueStore(String name) {
    return Stores.keyValueStoreBuilder(
            Stores.persistentKeyValueStore(name), Serdes.ByteArray(), Serdes.ByteArray())
        .withCachingDisabled();
  }
}
