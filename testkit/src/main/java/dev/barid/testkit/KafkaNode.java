package dev.barid.testkit;

/** A running Kafka, wherever it runs. */
interface KafkaNode extends AutoCloseable {
  /** Names the implementation to use, {@code embedded} or {@code container}. */
  String CHOICE = "barid.test.broker";

  String bootstrapServers();

  /** Stops it and removes its data. */
  @Override
  void close();

  /**
   * Starts the kind that {@code -Dbarid.test.broker} names: {@code embedded}, the default, or
   * {@code container}.
   */
  static KafkaNode start() {
    String choice = System.getProperty(CHOICE, "embedded");
    return switch (choice) {
      case "embedded" -> EmbeddedNode.start();
      case "container" -> ContainerNode.start();
      default ->
          throw new IllegalArgumentException(
              CHOICE + " \"" + choice + "\" (expected: embedded, container)");
    };
  }
}
