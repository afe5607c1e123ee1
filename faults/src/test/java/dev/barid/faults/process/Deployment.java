package dev.barid.faults.process;

import dev.barid.core.topic.Topics;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;

/**
 * Barid as it is run to be hard to lose: three brokers, two dispatchers, two schedulers. The second
 * of each role is behind a route of its own, which can be cut.
 */
public final class Deployment implements AutoCloseable {

  private static final int BROKERS = 3;
  private static final int CALL_TIMEOUT_MS = 5_000;

  private final KafkaCluster kafka;
  private final Site site;
  private final List<BaridProcess> processes;
  private final Map<String, Route> routes;
  private final Admin admin;

  private Deployment(KafkaCluster kafka, Site site) {
    this.kafka = kafka;
    this.site = site;
    this.routes = Map.of("dispatcher-2", kafka.route(0), "scheduler-2", kafka.route(1));
    this.processes =
        List.of(
            new DispatcherProcess(site, "dispatcher-1"),
            new DispatcherProcess(site.over(kafka.route(0)), "dispatcher-2"),
            new SchedulerProcess(site, "scheduler-1"),
            new SchedulerProcess(site.over(kafka.route(1)), "scheduler-2"));
    this.admin =
        Admin.create(
            Map.of(
                AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG,
                kafka.bootstrapServers(),
                AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG,
                CALL_TIMEOUT_MS / 2,
                AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG,
                CALL_TIMEOUT_MS));
  }

  /**
   * Starts it with its topics, and returns when every process is ready.
   *
   * @param directory where everything keeps its data and, in {@code logs}, its logs
   * @param partitions of each topic
   * @param settings may change those of every process
   */
  public static Deployment start(Path directory, int partitions, UnaryOperator<Site> settings) {
    KafkaCluster kafka = KafkaCluster.start(BROKERS, 2, directory);
    Site site = settings.apply(Site.of(directory, kafka.bootstrapServers()));
    Deployment deployment = new Deployment(kafka, site);
    try {
      BaridCommand.run(
          site,
          "topics-create",
          "topics",
          "create",
          "--partitions",
          Integer.toString(partitions),
          "--replication-factor",
          Integer.toString(BROKERS));
      deployment.processes.forEach(BaridProcess::start);
      deployment.processes.forEach(BaridProcess::awaitReady);
      return deployment;
    } catch (RuntimeException | AssertionError notStarted) {
      deployment.close();
      throw notStarted;
    }
  }

  public KafkaCluster kafka() {
    return kafka;
  }

  /** Where and with what settings its processes run; for commands. */
  public Site site() {
    return site;
  }

  /** Dispatchers first. */
  public List<BaridProcess> processes() {
    return processes;
  }

  /** The process of that name. */
  public BaridProcess process(String name) {
    return processes.stream()
        .filter(process -> process.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("process \"" + name + "\""));
  }

  /** The route that only this process takes. */
  public Route route(String name) {
    return Optional.ofNullable(routes.get(name))
        .orElseThrow(
            () -> new IllegalArgumentException("\"" + name + "\" (expected: one with a route)"));
  }

  /** Whether that process is a member of its group, by what the brokers know. */
  public boolean isMember(String name) {
    return groups(Set.of(Topics.DEFAULT.dispatcherGroup(), Topics.DEFAULT.schedulerGroup()))
        .stream()
        .flatMap(group -> group.members().stream())
        .flatMap(
            member ->
                Stream.concat(Stream.of(member.clientId()), member.groupInstanceId().stream()))
        .anyMatch(id -> id.contains(name));
  }

  private List<ConsumerGroupDescription> groups(Set<String> names) {
    List<ConsumerGroupDescription> found = new ArrayList<>();
    admin
        .describeConsumerGroups(names)
        .describedGroups()
        .values()
        .forEach(
            group -> {
              try {
                found.add(group.get());
              } catch (ExecutionException notNow) {
                // As while brokers are away: then it isn't known.
              } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
              }
            });
    return found;
  }

  /** The names of processes that should run, and don't: they ended by themselves. */
  public Set<String> ended() {
    return processes.stream()
        .filter(process -> !process.isAlive())
        .map(BaridProcess::name)
        .collect(Collectors.toSet());
  }

  /** Kills everything. */
  @Override
  public void close() {
    processes.forEach(BaridProcess::close);
    admin.close(Duration.ZERO);
    kafka.close();
  }
}
