package dev.barid.core.settings;

import dev.barid.core.net.Cidr;
import dev.barid.core.text.Durations;
import dev.barid.core.topic.RetryTiers;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/**
 * The table of settings. Whatever isn't in it, and doesn't begin with {@code kafka.}, is refused.
 */
public final class Keys {

  public static final Setting<String> BOOTSTRAP_SERVERS =
      new Setting<>(
          "bootstrap.servers",
          "localhost:9092",
          "host:port, several with commas between",
          Keys::servers,
          "The Kafka brokers to start from.");

  public static final Setting<String> TOPIC_PREFIX =
      new Setting<>(
          "topic.prefix",
          "barid.",
          "up to 64 of A-Z a-z 0-9 . _ -",
          Keys::topicPrefix,
          "What the name of every topic and consumer group begins with.");

  public static final Setting<String> INSTANCE_ID =
      new Setting<>(
          "instance.id",
          "",
          "up to 128 of A-Z a-z 0-9 . _ -",
          Keys::instanceId,
          "A name that a process keeps over restarts and shares with no other one running; by"
              + " default the host's name and the HTTP port, or one kept in the data directory. It makes the transactional ids.");

  public static final Setting<String> HTTP_HOST =
      text("http.host", "127.0.0.1", "a host", "Where health and metrics are served.");

  public static final Setting<Integer> HTTP_PORT =
      integer("http.port", 8080, 0, 65_535, "The port for health and metrics; 0 takes a free one.");

  public static final Setting<String> DATA_DIR =
      text("data.dir", "./barid-data", "a directory", "Where the scheduler keeps its stores.");

  public static final Setting<String> SECRETS_KEY =
      new Setting<>(
          "secrets.key",
          "",
          "a key",
          Function.identity(),
          "The key that encrypts signing secrets in the registry.");

  public static final Setting<List<Cidr>> EGRESS_ALLOW =
      new Setting<>(
          "egress.allow",
          "",
          "comma-separated CIDRs such as 10.1.0.0/16",
          Keys::cidrs,
          "Networks that deliveries may reach although they are private or loopback.");

  public static final Setting<RetryTiers> RETRY_TIERS =
      new Setting<>(
          "retry.tiers",
          "10s,1m,10m,1h",
          "comma-separated durations that rise",
          RetryTiers::parse,
          "The delay tiers, a topic each.");

  public static final Setting<AttemptsLog> ATTEMPTS_LOG =
      new Setting<>(
          "attempts.log",
          "all",
          "all, failures or off",
          text -> AttemptsLog.valueOf(text.toUpperCase(Locale.ROOT)),
          "Which attempts are written to the attempts topic.");

  public static final Setting<Double> RETRY_BUDGET_SHARE =
      decimal("retryBudget.share", 0.2, "The largest share of retries among a worker's attempts.");

  public static final Setting<Duration> RETRY_BUDGET_WINDOW =
      duration(
          "retryBudget.window", "10s", "1s", "1h", "The window over which the share is taken.");

  public static final Setting<Integer> RETRY_BUDGET_FLOOR =
      integer(
          "retryBudget.floorPerSecond",
          10,
          0,
          1_000_000,
          "Retries per second that are always allowed.");

  public static final Setting<Integer> DISPATCHER_WORKERS =
      integer(
          "dispatcher.workers",
          0,
          0,
          256,
          "Workers, each with two busy threads; 0 for one for every two cores.");

  public static final Setting<Duration> COMMIT_INTERVAL =
      duration(
          "dispatcher.commitInterval",
          "100ms",
          "1ms",
          "5s",
          "How long outcomes gather for a transaction.");

  public static final Setting<Duration> DRAIN_TIMEOUT =
      duration(
          "dispatcher.drainTimeout",
          "2s",
          "0s",
          "30s",
          "How long requests in flight are awaited when partitions are revoked.");

  public static final Setting<Duration> SHUTDOWN_TIMEOUT =
      duration(
          "dispatcher.shutdownTimeout",
          "5s",
          "0s",
          "10m",
          "How long requests in flight are awaited at shutdown.");

  public static final Setting<Integer> MAX_IN_FLIGHT =
      integer(
          "dispatcher.maxInFlight",
          10_000,
          1,
          1_000_000,
          "Requests in flight at once per worker, over all endpoints.");

  public static final Setting<Integer> LANE_QUEUE =
      integer(
          "dispatcher.laneQueue",
          100,
          1,
          100_000,
          "Deliveries that wait in memory for one endpoint; more are deferred, unless they can start"
              + " within 2 s.");

  public static final Setting<Integer> WORKER_MEMORY_MIB =
      integer(
          "dispatcher.workerMemoryMiB",
          64,
          4,
          1 << 20,
          "Bodies and headers that one worker holds, in MiB; above it its partitions are paused.");

  private static final List<Setting<?>> ALL =
      List.of(
          BOOTSTRAP_SERVERS,
          TOPIC_PREFIX,
          INSTANCE_ID,
          HTTP_HOST,
          HTTP_PORT,
          DATA_DIR,
          SECRETS_KEY,
          EGRESS_ALLOW,
          RETRY_TIERS,
          ATTEMPTS_LOG,
          RETRY_BUDGET_SHARE,
          RETRY_BUDGET_WINDOW,
          RETRY_BUDGET_FLOOR,
          DISPATCHER_WORKERS,
          COMMIT_INTERVAL,
          DRAIN_TIMEOUT,
          SHUTDOWN_TIMEOUT,
          MAX_IN_FLIGHT,
          LANE_QUEUE,
          WORKER_MEMORY_MIB);

  private Keys() {}

  /** Every setting, in the order of the reference. */
  public static List<Setting<?>> all() {
    return ALL;
  }

  private static Setting<String> text(String key, String standard, String expected, String doc) {
    return new Setting<>(
        key,
        standard,
        expected,
        text -> {
          if (text.isEmpty()) {
            throw new IllegalArgumentException(text);
          }
          return text;
        },
        doc);
  }

  private static Setting<Integer> integer(String key, int standard, int min, int max, String doc) {
    return new Setting<>(
        key,
        Integer.toString(standard),
        "a whole number from " + min + " to " + max,
        text -> {
          int number = Integer.parseInt(text);
          if (number < min || number > max) {
            throw new IllegalArgumentException(text);
          }
          return number;
        },
        doc);
  }

  private static Setting<Double> decimal(String key, double standard, String doc) {
    return new Setting<>(
        key,
        Double.toString(standard),
        "a number from 0 to 1",
        text -> {
          double number = Double.parseDouble(text);
          if (!(number >= 0 && number <= 1)) {
            throw new IllegalArgumentException(text);
          }
          return number;
        },
        doc);
  }

  private static Setting<Duration> duration(
      String key, String standard, String least, String most, String doc) {
    Duration min = Durations.parse(least);
    Duration max = Durations.parse(most);
    return new Setting<>(
        key,
        standard,
        "a duration such as 30s, from " + least + " to " + most,
        text -> {
          Duration duration = Durations.parse(text);
          if (duration.compareTo(min) < 0 || duration.compareTo(max) > 0) {
            throw new IllegalArgumentException(text);
          }
          return duration;
        },
        doc);
  }

  private static List<Cidr> cidrs(String text) {
    return Cidr.parseList("egress.allow", text);
  }

  /** As Kafka's clients read them: a protocol before and brackets around IPv6 are theirs. */
  private static String servers(String text) {
    for (String server : text.split(",", -1)) {
      if (!server.strip().matches("[^\\s,]*[^\\s,:/]:[0-9]{1,5}")) {
        throw new IllegalArgumentException(text);
      }
    }
    return text;
  }

  private static String topicPrefix(String text) {
    if (!text.matches("[A-Za-z0-9._-]{0,64}")) {
      throw new IllegalArgumentException(text);
    }
    return text;
  }

  private static String instanceId(String text) {
    if (!text.matches("[A-Za-z0-9._-]{0,128}")) {
      throw new IllegalArgumentException(text);
    }
    return text;
  }
}
