package dev.barid.faults.process;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.ListTopicsOptions;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.Uuid;
import org.awaitility.Awaitility;

/**
 * Kafka as it is run: brokers that are processes, each a controller, too, on data that stay over
 * their restarts. Brokers are numbered from 1, and keep their ports. Not thread-safe.
 */
public final class KafkaCluster implements AutoCloseable {

  private static final Duration WHOLE_WITHIN = Duration.ofSeconds(120);
  private static final int CALL_TIMEOUT_MS = 5_000;

  private final List<KafkaNode> nodes;
  private final List<Route> routes;
  private final String bootstrapServers;
  private final Admin admin;

  private KafkaCluster(List<KafkaNode> nodes, List<Route> routes, String bootstrapServers) {
    this.nodes = nodes;
    this.routes = routes;
    this.bootstrapServers = bootstrapServers;
    this.admin =
        Admin.create(
            Map.of(
                AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG,
                bootstrapServers,
                AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG,
                CALL_TIMEOUT_MS / 2,
                AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG,
                CALL_TIMEOUT_MS));
  }

  /** One broker alone, for what is no matter of copies. */
  public static KafkaCluster single(Path directory) {
    return start(1, 0, directory);
  }

  /**
   * Starts a cluster, and returns when it is whole.
   *
   * @param brokers how many; topics have three copies by default, or as many as there are brokers
   * @param routes how many ways there are beside the direct one, that can be cut
   * @param directory where it keeps its data and, in {@code logs}, its logs
   */
  public static KafkaCluster start(int brokers, int routes, Path directory) {
    List<Integer> direct = ports(brokers);
    List<List<Integer>> routePorts = Stream.generate(() -> ports(brokers)).limit(routes).toList();
    List<Route> ways = new ArrayList<>();
    for (List<Integer> ports : routePorts) {
      ways.add(new Route("ROUTE" + (ways.size() + 1), ports.stream().map(Relay::to).toList()));
    }
    KafkaNodeSettings settings = new KafkaNodeSettings(direct, ports(brokers), ways, routePorts);
    String clusterId = Uuid.randomUuid().toString();
    List<KafkaNode> nodes =
        IntStream.range(0, brokers)
            .mapToObj(
                i ->
                    KafkaNode.create(
                        i + 1,
                        clusterId,
                        directory,
                        directory.resolve("broker-" + (i + 1)),
                        settings.of(i)))
            .toList();
    String servers =
        direct.stream().map(port -> "127.0.0.1:" + port).collect(Collectors.joining(","));
    KafkaCluster cluster = new KafkaCluster(nodes, ways, servers);
    try {
      cluster.startAll();
      cluster.awaitWhole();
      return cluster;
    } catch (RuntimeException | AssertionError notStarted) {
      cluster.close();
      throw notStarted;
    }
  }

  private static List<Integer> ports(int count) {
    return IntStream.range(0, count).mapToObj(i -> Ports.free()).toList();
  }

  /** All brokers, directly. */
  public String bootstrapServers() {
    return bootstrapServers;
  }

  /** A way that can be cut, from 0. */
  public Route route(int index) {
    return routes.get(index);
  }

  public int size() {
    return nodes.size();
  }

  /** The process of a broker, or that of its last run. */
  public JvmProcess process(int broker) {
    return node(broker).process();
  }

  /** SIGKILL; returns when it is gone. */
  public void kill(int broker) {
    node(broker).kill();
  }

  /** SIGTERM: it hands its leaderships over first. */
  public void terminate(int broker) {
    node(broker).terminate();
  }

  /** Starts a broker that was stopped or killed; returns at once. */
  public void start(int broker) {
    node(broker).start();
  }

  /** SIGKILL for every broker, at once. */
  public void killAll() {
    nodes.forEach(KafkaNode::kill);
  }

  /** Starts every broker that doesn't run; returns at once. */
  public void startAll() {
    nodes.stream().filter(node -> !node.isRunning()).forEach(KafkaNode::start);
  }

  private KafkaNode node(int broker) {
    return nodes.get(broker - 1);
  }

  /**
   * Waits until every broker is there and has every record of the partitions that it keeps.
   *
   * @throws AssertionError if that isn't so in time, or a broker ended
   */
  public void awaitWhole() {
    Awaitility.await("every broker has every record")
        .atMost(WHOLE_WITHIN)
        .pollInterval(Duration.ofMillis(200))
        .until(
            () -> {
              nodes.stream()
                  .filter(node -> !node.isRunning())
                  .findFirst()
                  .ifPresent(
                      gone -> {
                        throw new AssertionError(
                            gone.process() + " has ended\n" + gone.process().logTail());
                      });
              return isWhole();
            });
  }

  private boolean isWhole() throws InterruptedException {
    try {
      if (call(admin.describeCluster().nodes()).size() < nodes.size()) {
        return false;
      }
      Map<String, TopicDescription> topics =
          call(
              admin
                  .describeTopics(
                      call(admin.listTopics(new ListTopicsOptions().listInternal(true)).names()))
                  .allTopicNames());
      return topics.values().stream()
          .flatMap(topic -> topic.partitions().stream())
          .allMatch(partition -> partition.isr().size() == partition.replicas().size());
    } catch (ExecutionException | TimeoutException notYet) {
      return false;
    }
  }

  private static <T> T call(KafkaFuture<T> future)
      throws InterruptedException, ExecutionException, TimeoutException {
    return future.get(CALL_TIMEOUT_MS, TimeUnit.MILLISECONDS);
  }

  /** Kills every broker. */
  @Override
  public void close() {
    nodes.forEach(KafkaNode::kill);
    routes.forEach(Route::close);
    admin.close(Duration.ZERO);
  }
}
