package dev.barid.testkit;

import dev.barid.broker.BrokerOptions;
import dev.barid.broker.EmbeddedBroker;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A broker of a test's own, which it can stop and start again on the same port and data; always
 * embedded. Not thread-safe.
 */
public final class PrivateBroker implements AutoCloseable {
  private final TemporaryDirectory data = TemporaryDirectory.create("barid-private-broker-");
  private final BrokerOptions options;
  private final String bootstrapServers;
  private final int port;
  private @Nullable EmbeddedBroker broker;

  private PrivateBroker(UnaryOperator<BrokerOptions> change) {
    options = change.apply(BrokerOptions.in(data.path()));
    try {
      EmbeddedBroker started = EmbeddedBroker.start(options);
      broker = started;
      port = started.kafkaPort();
      bootstrapServers = started.bootstrapServers();
    } catch (RuntimeException e) {
      data.close();
      throw e;
    }
  }

  /** Starts one with the embedded broker's defaults. */
  public static PrivateBroker start() {
    return start(UnaryOperator.identity());
  }

  /** Starts one with other options; the data directory is a new one in any case. */
  public static PrivateBroker start(UnaryOperator<BrokerOptions> change) {
    return new PrivateBroker(change);
  }

  /** The same over restarts. */
  public String bootstrapServers() {
    return bootstrapServers;
  }

  /** A view with that topic prefix; the caller closes it. It outlives restarts. */
  public TestBroker view(String prefix) {
    return new TestBroker(bootstrapServers, prefix);
  }

  /** Stops it cleanly; nothing if it is stopped. */
  public void stop() {
    if (broker != null) {
      broker.close();
      broker = null;
    }
  }

  /** Starts it again after {@link #stop}; nothing if it runs. */
  public void resume() {
    if (broker == null) {
      broker = EmbeddedBroker.start(options.withKafkaPort(port));
    }
  }

  @Override
  public void close() {
    stop();
    data.close();
  }
}
