package dev.barid.testkit;

import org.testcontainers.kafka.KafkaContainer;

/** Kafka in a container, with the same short time-outs as the embedded one. */
final class ContainerNode implements KafkaNode {
  private static final String IMAGE = "apache/kafka:4.4.0";

  private final KafkaContainer container;

  private ContainerNode(KafkaContainer container) {
    this.container = container;
  }

  static ContainerNode start() {
    KafkaContainer container =
        new KafkaContainer(IMAGE)
            .withEnv("KAFKA_GROUP_CONSUMER_SESSION_TIMEOUT_MS", "6000")
            .withEnv("KAFKA_GROUP_CONSUMER_MIN_SESSION_TIMEOUT_MS", "6000")
            .withEnv("KAFKA_GROUP_CONSUMER_HEARTBEAT_INTERVAL_MS", "1000")
            .withEnv("KAFKA_GROUP_CONSUMER_MIN_HEARTBEAT_INTERVAL_MS", "1000")
            .withEnv("KAFKA_GROUP_MIN_SESSION_TIMEOUT_MS", "1000")
            .withEnv("KAFKA_GROUP_INITIAL_REBALANCE_DELAY_MS", "0")
            .withEnv("KAFKA_TRANSACTION_ABORT_TIMED_OUT_TRANSACTION_CLEANUP_INTERVAL_MS", "1000")
            .withEnv("KAFKA_OFFSETS_TOPIC_NUM_PARTITIONS", "4")
            .withEnv("KAFKA_TRANSACTION_STATE_LOG_NUM_PARTITIONS", "4")
            .withEnv("KAFKA_AUTO_CREATE_TOPICS_ENABLE", "false");
    container.start();
    return new ContainerNode(container);
  }

  @Override
  public String bootstrapServers() {
    // Clients want host:port; the container's own form may carry the listener's protocol.
    return container.getBootstrapServers().replaceFirst("^[A-Z_]+://", "");
  }

  @Override
  public void close() {
    container.stop();
  }
}
