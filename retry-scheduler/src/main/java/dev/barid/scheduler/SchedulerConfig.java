package dev.barid.scheduler;

import dev.barid.core.settings.Keys;
import dev.barid.core.settings.Settings;
import dev.barid.core.topic.TopicLayout;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.streams.StreamsConfig;

/**
 * The configuration of Kafka Streams, and why: what may be tuned by {@code kafka.*} settings first,
 * then those, then what the scheduler's promises rest on.
 */
final class SchedulerConfig {

  /** How long after a process died its partitions are given to another one. */
  static final int SESSION_TIMEOUT_MS = 10_000;

  /** The largest record before compression, in the form that it has in the store. */
  private static final int MAX_REQUEST_BYTES =
      TopicLayout.UNCOMPRESSED_MAX_BYTES
          + TopicLayout.HEADER_ROOM_BYTES
          + TopicLayout.STORED_ROOM_BYTES;

  /**
   * How long what was taken in may wait to be committed; what was released doesn't, see {@link
   * Pulse}. A process that dies reads again what it took in since: nobody else sees that.
   */
  static final int COMMIT_INTERVAL_MS = 1_000;

  private static final long POLL_MS = 50;
  private static final int TRANSACTION_TIMEOUT_MS = 10_000;

  private SchedulerConfig() {}

  /**
   * The properties for one process.
   *
   * @param instanceId what the process is called, over restarts
   * @param stateDir where stores are
   * @param found what the topics are like
   */
  static Properties of(Settings settings, String instanceId, Path stateDir, TopicFacts found) {
    // Of each tier, and of parking.
    int tasks = (settings.value(Keys.RETRY_TIERS).tiers().size() + 1) * found.partitions();
    // Each commits alone: two make twice the transactions of one for the same records.
    int threads = Math.max(1, Math.min(Runtime.getRuntime().availableProcessors() / 2, tasks));
    Map<String, Object> config = new HashMap<>(tunable(threads, found));
    config.putAll(settings.kafkaClient());
    config.putAll(promised(settings, instanceId, stateDir));
    Properties properties = new Properties();
    properties.putAll(config);
    return properties;
  }

  private static Map<String, Object> tunable(int threads, TopicFacts found) {
    Map<String, Object> config = new HashMap<>();
    config.put(StreamsConfig.NUM_STREAM_THREADS_CONFIG, threads);
    config.put(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, COMMIT_INTERVAL_MS);
    // A thread that waits for records looks at no tick meanwhile.
    config.put(StreamsConfig.POLL_MS_CONFIG, POLL_MS);
    config.put(StreamsConfig.STATE_CLEANUP_DELAY_MS_CONFIG, 600_000L);
    // What Kafka 5 does unasked, so its constant is deprecated; 4 warns as long as it isn't set.
    config.put("processing.exception.handler.global.enabled", true);
    // Memory. A record may be 1 MiB, so Kafka's defaults (1000 records a partition, 50 MiB a fetch)
    // have no useful bound here. Nothing would use a record cache: it is for repeated keys.
    config.put(StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG, 0L);
    config.put(StreamsConfig.STATESTORE_UNCOMMITTED_MAX_BYTES_CONFIG, 32L << 20);
    config.put(StreamsConfig.BUFFERED_RECORDS_PER_PARTITION_CONFIG, 100);
    config.put(ConsumerConfig.FETCH_MAX_BYTES_CONFIG, 8 << 20);
    // A process that died is missed after the session time-out; one that comes back before is told
    // its partitions as soon as the others have heartbeaten.
    config.put(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG, SESSION_TIMEOUT_MS);
    config.put(ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG, 1_000);
    config.putAll(patience());
    // Streams waits 100 ms for more records, as long as a transaction lasts here.
    config.put(ProducerConfig.LINGER_MS_CONFIG, 5);
    // What came compressed may be larger than any topic takes as it is. Both sizes count bytes
    // before compression; what may be stored is the topics' to say.
    config.put(ProducerConfig.COMPRESSION_TYPE_CONFIG, "zstd");
    config.put(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, MAX_REQUEST_BYTES);
    config.put(ProducerConfig.BUFFER_MEMORY_CONFIG, 2L * MAX_REQUEST_BYTES);
    // Right after a commit a broker may still be busy with it and refuse the first batch of the
    // next transaction; those sent behind it would be refused, too, and the broker log it.
    config.put(
        StreamsConfig.producerPrefix(ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION), 1);
    config.put(StreamsConfig.producerPrefix(ProducerConfig.RETRY_BACKOFF_MS_CONFIG), 20L);
    config.put(
        changelog(TopicConfig.MAX_MESSAGE_BYTES_CONFIG),
        found.recordMaxBytes() + TopicLayout.STORED_ROOM_BYTES);
    // Everything held is deleted soon, so a changelog is nearly all garbage: segments that close
    // early can be compacted early, and less is read when a store has to be restored.
    config.put(changelog(TopicConfig.SEGMENT_BYTES_CONFIG), 64 << 20);
    return config;
  }

  /**
   * How long a thread waits for brokers that don't answer. As long as it does its consumer
   * heartbeats and joins no rebalance, the others can't end theirs, and a member that was cut off
   * while it waits for that end isn't missed: the group waits for the slowest call, or for as long
   * as a member need not poll. Kafka Streams would wait for ever for a write, a minute for each
   * step of a transaction, and five for a member, though a transaction ends after 10 s by itself. A
   * broker's fail-over, 5 to 10 s, is shorter than each of these.
   */
  private static Map<String, Object> patience() {
    return Map.of(
        ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG,
        30_000,
        StreamsConfig.producerPrefix(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG),
        10_000,
        ProducerConfig.MAX_BLOCK_MS_CONFIG,
        15_000,
        ConsumerConfig.MAX_POLL_INTERVAL_MS_CONFIG,
        60_000);
  }

  private static Map<String, Object> promised(Settings settings, String instanceId, Path stateDir) {
    Map<String, Object> config = new HashMap<>();
    config.put(StreamsConfig.APPLICATION_ID_CONFIG, settings.topics().schedulerGroup());
    config.put(StreamsConfig.STATE_DIR_CONFIG, stateDir.toString());
    config.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2);
    // Without it a killed process restores every store from its changelog.
    config.put(StreamsConfig.TRANSACTIONAL_STATE_STORES_CONFIG, true);
    config.put(StreamsConfig.ENSURE_EXPLICIT_INTERNAL_RESOURCE_NAMING_CONFIG, true);
    config.put(StreamsConfig.ROCKSDB_CONFIG_SETTER_CLASS_CONFIG, SharedRocksMemory.class);
    // The classic protocol: brokers of any supported version speak it, and its session time-out is
    // the member's to choose; that of the streams protocol is the broker's, 45 s by default.
    config.put(StreamsConfig.GROUP_PROTOCOL_CONFIG, "classic");
    // A static member: a process that was killed and comes back is the same member, gets its
    // partitions, whose stores it has on disk, and needn't wait for its own session to run out.
    config.put(
        StreamsConfig.mainConsumerPrefix(ConsumerConfig.GROUP_INSTANCE_ID_CONFIG), instanceId);
    config.put(
        StreamsConfig.producerPrefix(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG),
        TRANSACTION_TIMEOUT_MS);
    config.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
    return config;
  }

  private static String changelog(String topicConfig) {
    return StreamsConfig.topicPrefix(topicConfig);
  }
}
