package dev.barid.testkit;

import dev.barid.broker.BrokerOptions;
import dev.barid.broker.EmbeddedBroker;

/** Kafka in this JVM, on temporary data. */
final class EmbeddedNode implements KafkaNode {
  private final TemporaryDirectory data;
  private final EmbeddedBroker broker;

  private EmbeddedNode(TemporaryDirectory data, EmbeddedBroker broker) {
    this.data = data;
    this.broker = broker;
  }

  static EmbeddedNode start() {
    TemporaryDirectory data = TemporaryDirectory.create("barid-test-broker-");
    try {
      return new EmbeddedNode(data, EmbeddedBroker.start(BrokerOptions.in(data.path())));
    } catch (RuntimeException e) {
      data.close();
      throw e;
    }
  }

  @Override
  public String bootstrapServers() {
    return broker.bootstrapServers();
  }

  @Override
  public void close() {
    broker.close();
    data.close();
  }
}
