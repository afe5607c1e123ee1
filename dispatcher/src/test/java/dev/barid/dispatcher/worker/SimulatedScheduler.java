package dev.barid.dispatcher.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.barid.core.delivery.HeaderNames;
import dev.barid.core.delivery.TopicRecord;
import dev.barid.core.health.EndpointHealth;
import dev.barid.core.health.HealthJson;
import dev.barid.core.health.Parked;
import dev.barid.core.health.ProbeSent;
import dev.barid.core.health.Release;
import dev.barid.core.health.ReleaseRule;
import dev.barid.core.subscriber.EndpointKey;
import dev.barid.core.topic.Topics;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;

/** The scheduler of a simulation: it holds retries and parked deliveries, and knows health. */
final class SimulatedScheduler {

  /** How often a delivery went through a topic before; each time it is another record. */
  static final String HOP = "sim-hop";

  private final Random random;
  private final Topics topics;
  private final List<TopicRecord> waiting = new ArrayList<>();
  private final List<TopicRecord> parked = new ArrayList<>();

  /** The topic, compacted. */
  private final Map<Integer, Map<EndpointKey, EndpointHealth>> health = new HashMap<>();

  private final Map<EndpointKey, ProbeSent> lastProbes = new HashMap<>();

  SimulatedScheduler(Random random, Topics topics) {
    this.random = random;
    this.topics = topics;
  }

  /** A record was committed to one of the topics that it reads. */
  void read(TopicRecord output) {
    if (output.topic().equals(topics.parked())) {
      parked.add(output);
    } else if (output.topic().equals(topics.endpointHealth())) {
      readHealth(output);
    } else if (output.topic().startsWith(topics.prefix() + "retry.")) {
      waiting.add(output);
    }
  }

  private void readHealth(TopicRecord output) {
    Map<EndpointKey, EndpointHealth> ofPartition = healthOf(output.partition().orElseThrow());
    EndpointKey key = key(text(output.key()));
    byte[] value = output.value();
    if (value == null) {
      ofPartition.remove(key);
      return;
    }
    EndpointHealth newest = HealthJson.read(value).orElseThrow();
    EndpointHealth before = ofPartition.put(key, newest);
    // Who was deleted may come again, and begins at 1.
    if (before != null && !key.subscriber().equals(SimulatedSubscribers.LEAVING)) {
      assertThat(newest.version()).as("version of %s", key).isGreaterThan(before.version());
    }
  }

  /** The newest committed health of a partition's endpoints. */
  Map<EndpointKey, EndpointHealth> healthOf(int partition) {
    return health.computeIfAbsent(partition, number -> new HashMap<>());
  }

  boolean isEmpty() {
    return waiting.isEmpty() && parked.isEmpty();
  }

  /** What goes to {@code redeliveries} now: retries at random, of what is parked what may go. */
  List<TopicRecord> release(int most, Instant now) {
    List<TopicRecord> released = new ArrayList<>();
    for (int count = Math.min(most, waiting.size()); count > 0; count--) {
      released.add(onItsWay(waiting.remove(random.nextInt(waiting.size())), null));
    }
    for (TopicRecord held : List.copyOf(parked)) {
      if (released.size() < most) {
        EndpointKey key =
            new EndpointKey(
                text(held.key()), Ledger.text(held.headers(), HeaderNames.ENDPOINT).orElseThrow());
        Release release = decide(held, key, now);
        if (!(release instanceof Release.Hold)) {
          parked.remove(held);
          Long probe = release instanceof Release.AsProbe sent ? sent.version() : null;
          if (probe != null) {
            lastProbes.put(key, new ProbeSent(probe, now));
          }
          released.add(onItsWay(held, probe));
        }
      }
    }
    return released;
  }

  private Release decide(TopicRecord held, EndpointKey key, Instant now) {
    return ReleaseRule.decide(
        new Parked(
            Long.parseLong(Ledger.text(held.headers(), HeaderNames.PARKED_VERSION).orElseThrow()),
            Instant.ofEpochMilli(held.timestampMs()),
            Instant.ofEpochMilli(
                Long.parseLong(Ledger.text(held.headers(), HeaderNames.GIVE_UP_AT).orElseThrow()))),
        Optional.ofNullable(healthOf(held.partition().orElseThrow()).get(key)),
        Optional.ofNullable(lastProbes.get(key)),
        now);
  }

  private TopicRecord onItsWay(TopicRecord held, @Nullable Long probe) {
    Headers headers = new RecordHeaders(held.headers());
    int hops = Ledger.number(headers, HOP);
    headers.remove(HOP).add(HOP, bytes(Integer.toString(hops + 1)));
    if (probe != null) {
      headers.add(HeaderNames.PROBE_VERSION, bytes(Long.toString(probe)));
    }
    return new TopicRecord(
        topics.redeliveries(),
        held.partition(),
        held.timestampMs(),
        held.key(),
        held.value(),
        headers);
  }

  private static EndpointKey key(String text) {
    int slash = text.indexOf('/');
    return new EndpointKey(text.substring(0, slash), text.substring(slash + 1));
  }

  private static String text(byte @Nullable [] bytes) {
    return new String(bytes == null ? new byte[0] : bytes, StandardCharsets.UTF_8);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public String toString() {
    return "waiting " + waiting.size() + ", parked " + parked.size() + ", health " + health;
  }
}
