package dev.barid.testkit;

import static java.util.Objects.requireNonNull;

import dev.barid.core.topic.RetryTiers;
import dev.barid.core.topic.TopicLayout;
import dev.barid.core.topic.TopicSpec;
import dev.barid.core.topic.Topics;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/**
 * Kafka as one test sees it: the broker that all tests of the JVM share, and a topic prefix of its
 * own. Topic arguments are full names, as {@link #topics()} and {@link #topic} give them.
 *
 * <p>Every method throws {@link AssertionError} or {@link IllegalStateException} with Kafka's error
 * as its cause. Thread-safe.
 */
public final class TestBroker implements AutoCloseable {
  private static final Duration CALL_TIMEOUT = Duration.ofSeconds(30);

  private final String bootstrapServers;
  private final Topics topics;
  private final Admin admin;
  private final KafkaProducer<byte[], byte[]> producer;
  private final Queue<TopicReader> readers = new ConcurrentLinkedQueue<>();
  private final Map<TopicPartition, Long> begins = new ConcurrentHashMap<>();

  /** A view of the broker at that address; closing it closes its clients, not the broker. */
  public TestBroker(String bootstrapServers, String prefix) {
    this.bootstrapServers = bootstrapServers;
    this.topics = new Topics(prefix);
    this.admin = Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers));
    this.producer =
        new KafkaProducer<>(
            Map.of(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers),
            new ByteArraySerializer(),
            new ByteArraySerializer());
  }

  public String bootstrapServers() {
    return bootstrapServers;
  }

  /** What all of this test's topics, groups and transactional ids begin with, as {@code t4f-2.}. */
  public String prefix() {
    return topics.prefix();
  }

  /** Barid's topics under this test's prefix; create them with {@link #createBaridTopics}. */
  public Topics topics() {
    return topics;
  }

  /** The full name of a topic of the test's own. */
  public String topic(String name) {
    return prefix() + name;
  }

  /** The test's own admin client; closed with it. */
  public Admin admin() {
    return admin;
  }

  /** Creates a topic, and returns once clients can see it. */
  public String createTopic(String topic, int partitions, Map<String, String> configs) {
    create(List.of(new NewTopic(topic, partitions, (short) 1).configs(configs)));
    return topic;
  }

  /** Creates a topic with the broker's defaults. */
  public String createTopic(String topic, int partitions) {
    return createTopic(topic, partitions, Map.of());
  }

  /** Creates every topic of Barid's with its configuration and returns their names. */
  public Topics createBaridTopics(int partitions, RetryTiers tiers) {
    create(
        TopicLayout.of(topics, tiers).stream()
            .map(
                (TopicSpec spec) ->
                    new NewTopic(spec.name(), partitions, (short) 1).configs(spec.configs()))
            .toList());
    return topics;
  }

  /** Creates every topic of Barid's with the default tiers. */
  public Topics createBaridTopics(int partitions) {
    return createBaridTopics(partitions, RetryTiers.DEFAULT);
  }

  /** The controller answers before the broker has heard; clients would be told of no such topic. */
  private void create(List<NewTopic> created) {
    get(admin.createTopics(created).all());
    Set<String> names = created.stream().map(NewTopic::name).collect(Collectors.toSet());
    long deadline = System.nanoTime() + CALL_TIMEOUT.toNanos();
    while (!get(admin.listTopics().names()).containsAll(names)) {
      if (System.nanoTime() - deadline > 0) {
        throw new IllegalStateException("topics " + names + " not there after " + CALL_TIMEOUT);
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
    }
    awaitLeaders(created);
  }

  /**
   * Of two batches in flight to a partition that has no leader yet the first may be refused and the
   * second taken: then the first is out of sequence until its delivery times out.
   */
  private void awaitLeaders(List<NewTopic> created) {
    Map<TopicPartition, OffsetSpec> ends = new HashMap<>();
    for (NewTopic topic : created) {
      for (int partition = 0; partition < topic.numPartitions(); partition++) {
        ends.put(new TopicPartition(topic.name(), partition), OffsetSpec.latest());
      }
    }
    get(admin.listOffsets(ends).all());
  }

  /** Appends a record whose key decides the partition, and waits until it is written. */
  public RecordMetadata produce(String topic, @Nullable String key, String value) {
    return produce(topic, key, value, Map.of());
  }

  /** Appends a record with headers, and waits until it is written. */
  public RecordMetadata produce(
      String topic, @Nullable String key, String value, Map<String, String> headers) {
    return produce(topic, key, value.getBytes(StandardCharsets.UTF_8), headers);
  }

  /** Appends a record whose value may be any bytes, or null, and waits until it is written. */
  public RecordMetadata produce(
      String topic, @Nullable String key, byte @Nullable [] value, Map<String, String> headers) {
    byte[] keyBytes = key == null ? null : key.getBytes(StandardCharsets.UTF_8);
    ProducerRecord<byte[], byte[]> produced = new ProducerRecord<>(topic, keyBytes, value);
    headers.forEach(
        (name, text) -> produced.headers().add(name, text.getBytes(StandardCharsets.UTF_8)));
    return produce(produced);
  }

  /** Appends any record, for tests that choose its partition or timestamp. */
  public RecordMetadata produce(ProducerRecord<byte[], byte[]> produced) {
    try {
      return producer.send(produced).get(CALL_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    } catch (ExecutionException | TimeoutException e) {
      throw new IllegalStateException("can't produce to " + produced.topic() + ": " + e, e);
    }
  }

  /** Those topics seem to begin here from now on: to a test what was there before is of others. */
  public void readFromHere(List<String> topics) {
    begins.putAll(ends(topics, IsolationLevel.READ_UNCOMMITTED));
  }

  /**
   * Every committed record from the beginning to the end as of now, by partition and offset. Waits
   * for transactions that are open now to end.
   */
  public List<StoredRecord> readAll(String topic) {
    return requireNonNull(readAll(List.of(topic)).get(topic));
  }

  /**
   * The same of several topics, whose ends are looked up in the order given: of two, where one has
   * the causes of what is in the other, it belongs behind it.
   */
  public Map<String, List<StoredRecord>> readAll(List<String> topics) {
    Map<TopicPartition, Long> ends = new HashMap<>();
    Map<String, List<TopicPartition>> partitions = partitionsOf(topics);
    for (String topic : topics) {
      ends.putAll(endsOf(requireNonNull(partitions.get(topic)), IsolationLevel.READ_UNCOMMITTED));
    }
    return reading(reader -> reader.before(ends, CALL_TIMEOUT));
  }

  /**
   * The ends of all partitions of those topics.
   *
   * @param level with {@code READ_COMMITTED} those before open transactions
   */
  public Map<TopicPartition, Long> ends(List<String> topics, IsolationLevel level) {
    return endsOf(partitionsOf(topics).values().stream().flatMap(List::stream).toList(), level);
  }

  private Map<TopicPartition, Long> endsOf(List<TopicPartition> partitions, IsolationLevel level) {
    Map<TopicPartition, OffsetSpec> latest = new HashMap<>();
    partitions.forEach(partition -> latest.put(partition, OffsetSpec.latest()));
    Map<TopicPartition, Long> ends = new HashMap<>();
    get(admin.listOffsets(latest, new ListOffsetsOptions(level)).all())
        .forEach((partition, end) -> ends.put(partition, end.offset()));
    return ends;
  }

  private Map<String, List<TopicPartition>> partitionsOf(List<String> topics) {
    Map<String, List<TopicPartition>> partitions = new HashMap<>();
    get(admin.describeTopics(topics).allTopicNames())
        .forEach(
            (topic, description) ->
                partitions.put(
                    topic,
                    description.partitions().stream()
                        .map(info -> new TopicPartition(topic, info.partition()))
                        .toList()));
    return partitions;
  }

  /**
   * Reads committed records from the beginning until those read so far satisfy the condition.
   *
   * @return the records read, in the order they came
   * @throws AssertionError if they don't in time; it shows them
   */
  public List<StoredRecord> awaitRecords(
      String topic, Predicate<List<StoredRecord>> condition, Duration timeout) {
    List<TopicPartition> partitions = requireNonNull(partitionsOf(List.of(topic)).get(topic));
    return reading(reader -> reader.until(partitions, condition, timeout));
  }

  /** Consumers cost more to make than most topics to read: those that did well are kept. */
  private <T> T reading(Function<TopicReader, T> reading) {
    TopicReader kept = readers.poll();
    TopicReader reader = kept == null ? new TopicReader(bootstrapServers, begins) : kept;
    T result;
    try {
      result = reading.apply(reader);
    } catch (RuntimeException | Error failed) {
      reader.close();
      throw failed;
    }
    readers.add(reader);
    return result;
  }

  /** Waits for at least so many committed records. */
  public List<StoredRecord> awaitRecords(String topic, int count, Duration timeout) {
    return awaitRecords(topic, read -> read.size() >= count, timeout);
  }

  /** Waits for the result of a call to the {@link #admin} client. */
  public static <T> T get(KafkaFuture<T> future) {
    try {
      return future.get(CALL_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    } catch (ExecutionException | TimeoutException e) {
      throw new IllegalStateException(e.getMessage(), e);
    }
  }

  /** Closes the clients of this view. The topics stay until the broker ends. */
  @Override
  public void close() {
    for (TopicReader reader = readers.poll(); reader != null; reader = readers.poll()) {
      reader.close();
    }
    producer.close(Duration.ofSeconds(1));
    admin.close(Duration.ofSeconds(1));
  }
}
