package dev.barid.scheduler;

import dev.barid.core.topic.Topics;
import java.util.stream.Stream;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.AutoOffsetReset;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.state.Stores;

/**
 * The sub-topology that parks.
 *
 * <pre>
 *   [parked] ─────────► read-parked ─┐
 *                                    ├─► park ──► release-parked ──► [redeliveries]
 *   [endpoint-health] ► read-health ─┘    ▲
 *                                         └─► (parked) (parked-give-up) (parked-endpoints)
 * </pre>
 *
 * <p>A subscriber's records have the same partition number in both sources, so one processor has
 * both.
 */
final class ParkingTopology {

  static final String RECORDS_STORE = "parked";
  static final String GIVE_UP_STORE = "parked-give-up";
  static final String ENDPOINTS_STORE = "parked-endpoints";

  private static final String PROCESSOR = "park";

  private ParkingTopology() {}

  static void addTo(Topology topology, Topics topics, ParkingMetrics metrics, DrainLimit limit) {
    String healthTopic = topics.endpointHealth();
    addSource(topology, "read-parked", topics.parked());
    addSource(topology, "read-health", healthTopic);
    topology.addProcessor(
        PROCESSOR,
        () -> new ParkingProcessor(healthTopic, metrics, limit),
        "read-parked",
        "read-health");
    Stream.of(RECORDS_STORE, GIVE_UP_STORE, ENDPOINTS_STORE)
        .forEach(
            store ->
                topology.addStateStore(
                    Stores.keyValueStoreBuilder(
                            Stores.persistentKeyValueStore(store),
                            Serdes.ByteArray(),
                            Serdes.ByteArray())
                        .withCachingDisabled(),
                    PROCESSOR));
    topology.addSink(
        "release-parked",
        topics.redeliveries(),
        new ByteArraySerializer(),
        new Released.ValueSerializer(),
        Released.PARTITIONER,
        PROCESSOR);
  }

  private static void addSource(Topology topology, String name, String topic) {
    topology.addSource(
        AutoOffsetReset.earliest(),
        name,
        (record, partitionTime) -> Math.max(0, record.timestamp()),
        new ByteArrayDeserializer(),
        new ByteArrayDeserializer(),
        topic);
  }
}
