package dev.barid.broker;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * How to start an {@link EmbeddedBroker}.
 *
 * @param dataDir where the broker keeps its log; created, and made readable for its owner alone
 * @param kafkaPort the port on 127.0.0.1 that clients connect to; 0 takes a free one at each start
 * @param maxMessageBytes the largest record batch that topics take unless they say otherwise, in
 *     bytes
 * @param extraProperties settings of Kafka's broker that are added to, or replace, those of the
 *     embedded one
 */
public record BrokerOptions(
    Path dataDir, int kafkaPort, int maxMessageBytes, Map<String, String> extraProperties) {

  /** Kafka's own default: 1 MiB of records and the overhead of a batch. */
  public static final int DEFAULT_MAX_MESSAGE_BYTES = 1_048_588;

  /**
   * @throws IllegalArgumentException for a port or size out of range
   */
  public BrokerOptions {
    if (kafkaPort < 0 || kafkaPort > 65_535) {
      throw new IllegalArgumentException(
          "kafka port \"" + kafkaPort + "\" (expected: 1 to 65535, or 0 for a free one)");
    }
    if (maxMessageBytes < 1) {
      throw new IllegalArgumentException(
          "max message bytes \"" + maxMessageBytes + "\" (expected: 1 or more)");
    }
    extraProperties = Map.copyOf(extraProperties);
  }

  /** Options with a free port and Kafka's message size. */
  public static BrokerOptions in(Path dataDir) {
    return new BrokerOptions(dataDir, 0, DEFAULT_MAX_MESSAGE_BYTES, Map.of());
  }

  public BrokerOptions withKafkaPort(int port) {
    return new BrokerOptions(dataDir, port, maxMessageBytes, extraProperties);
  }

  public BrokerOptions withMaxMessageBytes(int bytes) {
    return new BrokerOptions(dataDir, kafkaPort, bytes, extraProperties);
  }

  public BrokerOptions withExtraProperty(String key, String value) {
    Map<String, String> more = new HashMap<>(extraProperties);
    more.put(key, value);
    return new BrokerOptions(dataDir, kafkaPort, maxMessageBytes, more);
  }

  /** Names the extra properties without their values: some of them are passwords. */
  @Override
  public String toString() {
    return "BrokerOptions[dataDir="
        + dataDir
        + ", kafkaPort="
        + kafkaPort
        + ", maxMessageBytes="
        + maxMessageBytes
        + ", extraProperties="
        + extraProperties.keySet()
        + "]";
  }
}
