package dev.barid.core.topic;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Every topic with its configuration: the one place that says what {@code barid topics create}
 * makes and {@code barid topics describe} checks.
 */
public final class TopicLayout {

  public static final int DEFAULT_PARTITIONS = 8;

  /** The largest record of {@code events}, in bytes: Kafka's own default. */
  public static final int EVENT_MAX_BYTES = 1_048_588;

  /** What Barid's own headers may add to a record on its way, in bytes, with room to spare. */
  public static final int HEADER_ROOM_BYTES = 65_536;

  /** The largest record of every other topic, in bytes. */
  public static final int RECORD_MAX_BYTES = EVENT_MAX_BYTES + HEADER_ROOM_BYTES;

  /**
   * What a record may grow by, in bytes, in the scheduler's stores and their changelogs, and by
   * being compressed anew: what its topics took must get out again.
   */
  public static final int STORED_ROOM_BYTES = 1_024;

  /**
   * The largest record that is passed on, in bytes and before compression. Topics limit what is
   * stored: in a compressed batch {@code events} may take a record of many times its limit.
   */
  public static final int UNCOMPRESSED_MAX_BYTES = 32 << 20;

  private static final String WEEK_MS = Long.toString(Duration.ofDays(7).toMillis());

  private TopicLayout() {}

  /** The topics under these names, {@code events} first. */
  public static List<TopicSpec> of(Topics topics, RetryTiers tiers) {
    List<TopicSpec> specs = new ArrayList<>();
    specs.add(new TopicSpec(topics.events(), true, retained(WEEK_MS, EVENT_MAX_BYTES)));
    tiers.tiers().forEach(tier -> specs.add(passing(topics.retry(tier))));
    specs.add(passing(topics.parked()));
    specs.add(
        new TopicSpec(
            topics.redeliveries(), true, retained(WEEK_MS, RECORD_MAX_BYTES + STORED_ROOM_BYTES)));
    specs.add(new TopicSpec(topics.dlq(), true, retained("-1", RECORD_MAX_BYTES)));
    specs.add(new TopicSpec(topics.dlqState(), true, compacted()));
    specs.add(new TopicSpec(topics.subscribers(), true, compacted()));
    specs.add(new TopicSpec(topics.endpointHealth(), true, compacted()));
    specs.add(new TopicSpec(topics.attempts(), false, retained(WEEK_MS, RECORD_MAX_BYTES)));
    specs.add(new TopicSpec(topics.notices(), false, retained(WEEK_MS, RECORD_MAX_BYTES)));
    return List.copyOf(specs);
  }

  /** The names of the topics that must all have as many partitions as {@code events}. */
  public static Stream<String> coPartitioned(Topics topics, RetryTiers tiers) {
    return of(topics, tiers).stream().filter(TopicSpec::coPartitioned).map(TopicSpec::name);
  }

  /** The changelog of a store of the scheduler's, which Kafka Streams creates. */
  public static TopicSpec changelog(String name) {
    return new TopicSpec(
        name,
        true,
        Map.of(
            "cleanup.policy",
            "compact",
            "max.message.bytes",
            Integer.toString(RECORD_MAX_BYTES + STORED_ROOM_BYTES)));
  }

  private static TopicSpec passing(String name) {
    return new TopicSpec(name, true, retained(WEEK_MS, RECORD_MAX_BYTES));
  }

  private static Map<String, String> retained(String retentionMs, int maxBytes) {
    return Map.of(
        "cleanup.policy",
        "delete",
        "retention.ms",
        retentionMs,
        "max.message.bytes",
        Integer.toString(maxBytes));
  }

  private static Map<String, String> compacted() {
    return Map.of(
        "cleanup.policy", "compact", "max.message.bytes", Integer.toString(RECORD_MAX_BYTES));
  }
}
