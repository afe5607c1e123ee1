package dev.barid.broker;

import java.util.Properties;

/** The settings of Kafka's broker that the embedded one differs in, and why. */
final class BrokerSettings {
  static final int NODE_ID = 1;
  static final String CLIENT_LISTENER = "CLIENT";
  static final String CONTROLLER_LISTENER = "CONTROLLER";

  private BrokerSettings() {}

  static Properties of(BrokerOptions options, int kafkaPort, int controllerPort) {
    Properties properties = new Properties();
    node(properties, kafkaPort, controllerPort);
    groups(properties);
    transactions(properties);
    log(properties, options);
    properties.putAll(options.extraProperties());
    return properties;
  }

  private static void node(Properties p, int kafkaPort, int controllerPort) {
    String client = CLIENT_LISTENER + "://" + Loopback.HOST + ":" + kafkaPort;
    String controller = Loopback.HOST + ":" + controllerPort;
    p.setProperty("process.roles", "broker,controller");
    p.setProperty("node.id", Integer.toString(NODE_ID));
    p.setProperty("listeners", client + "," + CONTROLLER_LISTENER + "://" + controller);
    p.setProperty("advertised.listeners", client);
    p.setProperty("inter.broker.listener.name", CLIENT_LISTENER);
    p.setProperty("controller.listener.names", CONTROLLER_LISTENER);
    p.setProperty(
        "listener.security.protocol.map",
        CLIENT_LISTENER + ":PLAINTEXT," + CONTROLLER_LISTENER + ":PLAINTEXT");
    // Static voters: unlike dynamic ones, they keep no port in the log, so it may change.
    p.setProperty("controller.quorum.voters", NODE_ID + "@" + controller);
    // Nobody could take over from the only broker. If it stood still for longer than this, it would
    // lose its leaderships for a moment, and with them what is written just then.
    p.setProperty("broker.session.timeout.ms", "3600000");
    p.setProperty("broker.heartbeat.interval.ms", "500");
    // The same when it stops: there is nobody to hand them to, and a transaction that ends in a
    // partition without a leader gets no marker there (KAFKA-20734).
    p.setProperty("controlled.shutdown.enable", "false");
    // Recovery reads the log's tail after a crash; longer than this is a hang.
    p.setProperty("server.max.startup.time.ms", "300000");
    p.setProperty("num.network.threads", "2");
    p.setProperty("num.io.threads", "4");
  }

  private static void groups(Properties p) {
    // A killed member is replaced after this time, which is the broker's to set for the consumer
    // protocol: 45 s by default, and its minimum, too.
    p.setProperty("group.consumer.session.timeout.ms", "6000");
    p.setProperty("group.consumer.min.session.timeout.ms", "6000");
    p.setProperty("group.consumer.heartbeat.interval.ms", "1000");
    p.setProperty("group.consumer.min.heartbeat.interval.ms", "1000");
    // The same for classic groups, as Kafka Streams', whose members choose it.
    p.setProperty("group.min.session.timeout.ms", "1000");
    p.setProperty("group.initial.rebalance.delay.ms", "0");
    // 50 partitions share the load of many groups over many brokers. Here are few groups and one
    // broker, and each partition costs files and time at every start.
    p.setProperty("offsets.topic.num.partitions", "4");
    p.setProperty("offsets.topic.replication.factor", "1");
    // A machine that was off for weeks goes on where it stopped: one year, instead of one week.
    p.setProperty("offsets.retention.minutes", "525600");
  }

  private static void transactions(Properties p) {
    p.setProperty("transaction.state.log.num.partitions", "4");
    p.setProperty("transaction.state.log.replication.factor", "1");
    p.setProperty("transaction.state.log.min.isr", "1");
    // How often timed-out transactions are looked for: up to 10 s later than need be by default,
    // during which every reader of committed records waits.
    p.setProperty("transaction.abort.timed.out.transaction.cleanup.interval.ms", "1000");
  }

  private static void log(Properties p, BrokerOptions options) {
    p.setProperty("log.dirs", options.dataDir().toAbsolutePath().toString());
    p.setProperty("auto.create.topics.enable", "false");
    p.setProperty("default.replication.factor", "1");
    p.setProperty("min.insync.replicas", "1");
    p.setProperty("message.max.bytes", Integer.toString(options.maxMessageBytes()));
    // Taken from the heap at start, 128 MiB by default; this suffices for 600 000 keys a pass.
    p.setProperty("log.cleaner.dedupe.buffer.size", Integer.toString(16 << 20));
    // Allocated twice for each partition, 10 MiB by default.
    p.setProperty("log.index.size.max.bytes", Integer.toString(1 << 20));
  }
}
