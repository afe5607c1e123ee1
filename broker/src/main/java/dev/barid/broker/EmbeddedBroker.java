package dev.barid.broker;

import java.time.Duration;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import kafka.server.BrokerServer;
import kafka.server.ControllerServer;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import kafka.server.SharedServer;
import org.apache.kafka.common.metrics.Metrics;
import org.apache.kafka.common.network.ListenerName;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.metadata.bootstrap.BootstrapMetadata;
import org.apache.kafka.metadata.properties.MetaPropertiesEnsemble;
import org.apache.kafka.raft.QuorumConfig;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import scala.Tuple2;

/**
 * A Kafka broker and its controller in this JVM.
 *
 * <p>A start locks and, the first time, formats the data directory; binds both ports; starts the
 * controller, dismisses the broker that ran there before, and starts its own; and returns when
 * clients can produce and consume. What was acknowledged survives a stop, and a killed JVM (not a
 * power cut: like any single Kafka broker, it leaves the flush to the operating system). The parts
 * are those of Kafka's own {@code KafkaRaftServer}, put together here because that one opens its
 * ports too late to learn them, and ends the JVM when a start fails.
 *
 * <p>Once running, a fault that Kafka calls fatal, as a disk that fails, ends the JVM as it ends a
 * Kafka broker's.
 *
 * <p>Thread-safe.
 */
public final class EmbeddedBroker implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(EmbeddedBroker.class);
  private static final Duration READY_TIMEOUT = Duration.ofSeconds(30);
  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(15);

  private final BrokerOptions options;
  private final Loopback sockets = new Loopback();
  private final Faults faults = new Faults();
  private final DataDirectory directory;
  private final Metrics metrics;
  private final ControllerServer controller;
  private final BrokerServer broker;
  private final int kafkaPort;
  private final CountDownLatch closed = new CountDownLatch(1);
  private boolean closing;

  private EmbeddedBroker(BrokerOptions options) {
    this.options = options;
    this.directory = DataDirectory.open(options.dataDir());
    try {
      this.kafkaPort = sockets.bind("kafka", options.kafkaPort());
      int controllerPort = sockets.bind("controller", 0);
      Properties properties = BrokerSettings.of(options, kafkaPort, controllerPort);
      KafkaConfig config = KafkaConfig.fromProps(properties, false);
      Tuple2<MetaPropertiesEnsemble, BootstrapMetadata> stored =
          KafkaRaftServer.initializeLogDirs(config, log, "");
      // Kafka's own metrics are kept, but not shown: JMX beans of two brokers would clash.
      this.metrics = new Metrics();
      SharedServer shared =
          new SharedServer(
              config,
              stored._1(),
              Time.SYSTEM,
              metrics,
              CompletableFuture.completedFuture(
                  QuorumConfig.parseVoterConnections(config.quorumConfig().voters())),
              QuorumConfig.parseBootstrapServers(config.quorumConfig().bootstrapServers()),
              faults,
              sockets);
      this.broker = new BrokerServer(shared);
      this.controller = new ControllerServer(shared, KafkaRaftServer.configSchema(), stored._2());
    } catch (RuntimeException e) {
      sockets.close();
      directory.close();
      throw e;
    }
  }

  /**
   * Starts a broker, and returns when it serves clients.
   *
   * @throws BrokerException if the data directory or the port can't be used, or Kafka doesn't start
   */
  public static EmbeddedBroker start(BrokerOptions options) {
    long startedNanos = System.nanoTime();
    EmbeddedBroker broker = create(options);
    try {
      broker.startup();
    } catch (Exception | LinkageError e) {
      broker.close();
      throw e instanceof BrokerException known ? known : notStarted(options, e);
    }
    log.info(
        "embedded broker on {} with its data in {}, up after {} ms",
        broker.bootstrapServers(),
        options.dataDir(),
        TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startedNanos));
    return broker;
  }

  private static EmbeddedBroker create(BrokerOptions options) {
    try {
      return new EmbeddedBroker(options);
    } catch (BrokerException e) {
      throw e;
    } catch (RuntimeException e) {
      throw notStarted(options, e);
    }
  }

  private static BrokerException notStarted(BrokerOptions options, Throwable e) {
    return new BrokerException(
        "broker with its data in \"" + options.dataDir() + "\" doesn't start: " + e, e);
  }

  private void startup() {
    controller.startup();
    Predecessor.dismiss(controller.controller(), READY_TIMEOUT.toNanos());
    broker.startup();
    awaitReady();
    faults.running();
  }

  /** Its own registration has come back through the controller: clients are told where it is. */
  private void awaitReady() {
    ListenerName listener = new ListenerName(BrokerSettings.CLIENT_LISTENER);
    long deadline = System.nanoTime() + READY_TIMEOUT.toNanos();
    while (broker.metadataCache().getAliveBrokerNode(BrokerSettings.NODE_ID, listener).isEmpty()) {
      if (System.nanoTime() - deadline > 0) {
        throw new BrokerException(
            "broker with its data in \""
                + options.dataDir()
                + "\" isn't ready after "
                + READY_TIMEOUT.toSeconds()
                + " s",
            null);
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
    }
  }

  /** Where clients connect, as {@code 127.0.0.1:9092}. */
  public String bootstrapServers() {
    return Loopback.HOST + ":" + kafkaPort;
  }

  /**
   * The port that clients connect to; the one that was found, if the options asked for a free one.
   */
  public int kafkaPort() {
    return kafkaPort;
  }

  /**
   * Stops cleanly, so that the next start needs no recovery; gives up after 15 seconds, from when
   * on it behaves as if killed. Further calls wait for the first.
   */
  @Override
  public void close() {
    boolean first;
    synchronized (this) {
      first = !closing;
      closing = true;
    }
    if (first) {
      faults.stopping();
      Thread thread = new Thread(this::shutdown, "barid-broker-close");
      thread.setDaemon(true);
      thread.start();
    }
    awaitClosed();
  }

  /** Also when interrupted: a caller that removes the data next must not do so under a broker. */
  private void awaitClosed() {
    boolean interrupted = false;
    long deadline = System.nanoTime() + CLOSE_TIMEOUT.toNanos();
    while (true) {
      try {
        if (!closed.await(deadline - System.nanoTime(), TimeUnit.NANOSECONDS)) {
          log.error(
              "embedded broker with its data in {} still isn't closed after {} s: left behind",
              options.dataDir(),
              CLOSE_TIMEOUT.toSeconds());
        }
        break;
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void shutdown() {
    quietly("broker", broker::shutdown);
    quietly("controller", controller::shutdown);
    quietly("metrics", metrics::close);
    quietly("sockets", sockets::close);
    quietly("data directory", directory::close);
    closed.countDown();
  }

  private static void quietly(String what, Runnable close) {
    try {
      close.run();
    } catch (RuntimeException e) {
      log.warn("closing the embedded broker's {} failed", what, e);
    }
  }
}
