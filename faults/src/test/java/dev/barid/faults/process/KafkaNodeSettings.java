package dev.barid.faults.process;

import java.util.List;
import java.util.Properties;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The settings of a cluster's brokers: what they must be in production for Barid's promises (three
 * copies, of which two must have a record), and what lets a test not wait for long.
 *
 * @param directPorts of each broker, for clients and the other brokers
 * @param controllerPorts of each broker
 * @param routes the ways that can be cut
 * @param routePorts for each route, where each broker listens for it
 */
record KafkaNodeSettings(
    List<Integer> directPorts,
    List<Integer> controllerPorts,
    List<Route> routes,
    List<List<Integer>> routePorts) {

  static final String DIRECT = "DIRECT";
  static final String CONTROLLER = "CONTROLLER";

  private static final String HOST = "127.0.0.1";

  /** Of the broker with that index, from 0; its id is one more. */
  Properties of(int index) {
    Properties properties = new Properties();
    node(properties, index);
    groups(properties);
    copies(properties, Math.min(3, directPorts.size()));
    sizes(properties);
    return properties;
  }

  private void node(Properties p, int index) {
    StringBuilder listeners = new StringBuilder(listener(DIRECT, directPorts.get(index)));
    StringBuilder advertised = new StringBuilder(listeners);
    StringBuilder protocols = new StringBuilder(DIRECT + ":PLAINTEXT," + CONTROLLER + ":PLAINTEXT");
    for (int i = 0; i < routes.size(); i++) {
      Route route = routes.get(i);
      listeners.append(',').append(listener(route.listener(), routePorts.get(i).get(index)));
      advertised.append(',').append(listener(route.listener(), route.advertisedPort(index)));
      protocols.append(',').append(route.listener()).append(":PLAINTEXT");
    }
    listeners.append(',').append(listener(CONTROLLER, controllerPorts.get(index)));
    p.setProperty("process.roles", "broker,controller");
    p.setProperty("node.id", Integer.toString(index + 1));
    p.setProperty("listeners", listeners.toString());
    p.setProperty("advertised.listeners", advertised.toString());
    p.setProperty("listener.security.protocol.map", protocols.toString());
    p.setProperty("inter.broker.listener.name", DIRECT);
    p.setProperty("controller.listener.names", CONTROLLER);
    p.setProperty(
        "controller.quorum.voters",
        IntStream.range(0, controllerPorts.size())
            .mapToObj(i -> (i + 1) + "@" + HOST + ":" + controllerPorts.get(i))
            .collect(Collectors.joining(",")));
    p.setProperty("broker.session.timeout.ms", "5000");
    p.setProperty("broker.heartbeat.interval.ms", "500");
    p.setProperty("auto.create.topics.enable", "false");
  }

  private static String listener(String name, int port) {
    return name + "://" + HOST + ":" + port;
  }

  /** As the embedded broker has them, so that a dead member is missed after 6 s. */
  private static void groups(Properties p) {
    p.setProperty("group.consumer.session.timeout.ms", "6000");
    p.setProperty("group.consumer.min.session.timeout.ms", "6000");
    p.setProperty("group.consumer.heartbeat.interval.ms", "1000");
    p.setProperty("group.consumer.min.heartbeat.interval.ms", "1000");
    p.setProperty("group.min.session.timeout.ms", "1000");
    p.setProperty("group.initial.rebalance.delay.ms", "0");
    p.setProperty("offsets.topic.num.partitions", "4");
    p.setProperty("transaction.state.log.num.partitions", "4");
    p.setProperty("transaction.abort.timed.out.transaction.cleanup.interval.ms", "1000");
  }

  private static void copies(Properties p, int copies) {
    String all = Integer.toString(copies);
    String needed = Integer.toString(Math.max(1, copies - 1));
    p.setProperty("default.replication.factor", all);
    p.setProperty("min.insync.replicas", needed);
    p.setProperty("offsets.topic.replication.factor", all);
    p.setProperty("transaction.state.log.replication.factor", all);
    p.setProperty("transaction.state.log.min.isr", needed);
  }

  private static void sizes(Properties p) {
    p.setProperty("num.network.threads", "2");
    p.setProperty("num.io.threads", "4");
    p.setProperty("log.cleaner.dedupe.buffer.size", Integer.toString(16 << 20));
    p.setProperty("log.index.size.max.bytes", Integer.toString(1 << 20));
  }
}
