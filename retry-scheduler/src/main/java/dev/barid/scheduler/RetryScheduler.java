package dev.barid.scheduler;

import dev.barid.core.settings.Keys;
import dev.barid.core.settings.Settings;
import dev.barid.core.topic.RetryTiers;
import dev.barid.core.topic.Topics;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Properties;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.streams.CloseOptions;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.Topology;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Holds each delivery of the retry tiers until it is due, then sends it back to {@code
 * redeliveries}, exactly once: a Kafka Streams application, see {@link SchedulerTopology}.
 *
 * <p>Processes with one topic prefix share the partitions. A process that stops stays a member of
 * the group until its session runs out, and is given its partitions back, with the stores it has on
 * disk, when it returns before; else the others take them over then. To leave at once instead would
 * make every restart a move of all its stores, twice.
 *
 * <p>Thread-safe.
 */
public final class RetryScheduler implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(RetryScheduler.class);

  private static final Duration TOPICS_TIMEOUT = Duration.ofSeconds(20);
  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(6);
  private static final Set<PosixFilePermission> OWNER_ONLY =
      PosixFilePermissions.fromString("rwx------");

  private static final Set<KafkaStreams.State> STOPPED_ON_ERROR =
      EnumSet.of(KafkaStreams.State.PENDING_ERROR, KafkaStreams.State.ERROR);

  private final Settings settings;
  private final String instanceId;
  private final Path stateDir;
  private final MeterRegistry registry;
  private final ThreadRecovery recovery = new ThreadRecovery(System::nanoTime);
  private volatile @Nullable KafkaStreams streams;
  private boolean closed;

  /**
   * A scheduler that isn't started yet; nothing is touched.
   *
   * @param settings where Kafka is, the topic prefix, the tiers
   * @param instanceId the process's name, the same after a restart and no other running one's;
   *     letters, digits, dot, underscore, hyphen
   * @param dataDir the stores go to its directory {@code scheduler}, readable for the owner alone;
   *     without it, they are restored from Kafka
   * @param registry where the scheduler's meters are
   */
  public RetryScheduler(
      Settings settings, String instanceId, Path dataDir, MeterRegistry registry) {
    this.settings = settings;
    this.instanceId = instanceId;
    this.stateDir = dataDir.toAbsolutePath().resolve("scheduler");
    this.registry = registry;
  }

  /**
   * Checks the topics and starts; returns before {@link #isReady}.
   *
   * @throws SchedulerException if Kafka doesn't answer, topics are missing or differ in partitions,
   *     or the data directory can't be used
   * @throws IllegalStateException if it was started or closed before
   */
  public synchronized void start() {
    if (streams != null || closed) {
      throw new IllegalStateException("a scheduler starts once");
    }
    TopicFacts found = checkTopics();
    createStateDir();
    Topology topology =
        SchedulerTopology.build(settings.topics(), settings.value(Keys.RETRY_TIERS), registry);
    // One level down: Kafka Streams sets the permissions of its directory itself, to wider ones.
    Path stores = stateDir.resolve("stores");
    Properties config = SchedulerConfig.of(settings, instanceId, stores, found);
    KafkaStreams starting;
    try {
      starting = new KafkaStreams(topology, config, new FencedClients());
    } catch (KafkaException e) {
      throw new SchedulerException(
          "scheduler with its data in \"" + stateDir + "\" doesn't start: " + deepest(e), e);
    }
    starting.setUncaughtExceptionHandler(recovery);
    starting.setGlobalStateRestoreListener(new RestoreMetrics(registry));
    starting.setStateListener((now, before) -> log.info("scheduler: {} → {}", before, now));
    streams = starting;
    starting.start();
  }

  /** Whether it has its partitions and their stores, and releases what is due. */
  public boolean isReady() {
    KafkaStreams current = streams;
    return current != null && current.state() == KafkaStreams.State.RUNNING;
  }

  /**
   * Whether it may become ready again by itself; false once it has stopped, for good, on an error
   * that the log names.
   */
  public boolean isLive() {
    KafkaStreams current = streams;
    return current == null || !STOPPED_ON_ERROR.contains(current.state());
  }

  /** Commits and stops; gives up after 6 seconds, as if killed. Further calls do nothing. */
  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    recovery.close();
    KafkaStreams current = streams;
    if (current == null) {
      return;
    }
    boolean stopped =
        current.close(
            CloseOptions.timeout(CLOSE_TIMEOUT)
                .withGroupMembershipOperation(
                    CloseOptions.GroupMembershipOperation.REMAIN_IN_GROUP));
    if (!stopped) {
      log.warn("the scheduler still isn't stopped after {} s", CLOSE_TIMEOUT.toSeconds());
    }
  }

  private TopicFacts checkTopics() {
    Topics topics = settings.topics();
    RetryTiers tiers = settings.value(Keys.RETRY_TIERS);
    try (Admin admin = Admin.create(settings.kafkaClient())) {
      int partitions = TopicCheck.partitions(admin, topics, tiers, TOPICS_TIMEOUT);
      int recordMaxBytes = TopicCheck.recordMaxBytes(admin, topics, tiers, TOPICS_TIMEOUT);
      for (String changelog : TopicCheck.leftBehind(admin, topics, tiers, TOPICS_TIMEOUT)) {
        log.warn(
            "{} is of a tier that isn't in retry.tiers: what it still holds waits there"
                + " until the tier is back",
            changelog);
      }
      return new TopicFacts(partitions, recordMaxBytes);
    } catch (KafkaException e) {
      throw new SchedulerException("no connection to Kafka: " + deepest(e), e);
    }
  }

  private void createStateDir() {
    try {
      if (stateDir.getFileSystem().supportedFileAttributeViews().contains("posix")) {
        Files.createDirectories(stateDir, PosixFilePermissions.asFileAttribute(OWNER_ONLY));
        // Also when it was there before, and whatever the umask.
        Files.setPosixFilePermissions(stateDir, OWNER_ONLY);
      } else {
        Files.createDirectories(stateDir);
      }
    } catch (IOException e) {
      throw new SchedulerException(
          "data directory \""
              + stateDir
              + "\" can't be used: "
              + e
              + " (expected: a directory that this user may create and write)",
          e);
    }
  }

  private static String deepest(Throwable error) {
    Throwable cause = error;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    return String.valueOf(cause.getMessage());
  }
}
