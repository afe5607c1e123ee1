package dev.barid.testkit;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Resolves {@link TestBroker} parameters; see {@link WithBroker}. */
public final class BrokerExtension implements ParameterResolver {
  private static final Namespace NAMESPACE = Namespace.create(BrokerExtension.class);
  private static final AtomicInteger COUNTER = new AtomicInteger();

  /** Tells apart test JVMs that share a broker, should they ever. */
  private static final String JVM = Long.toString(ProcessHandle.current().pid(), 36);

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == TestBroker.class;
  }

  @Override
  public TestBroker resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return broker(context);
  }

  /**
   * The nearest context's: stores look upwards, so a class that has one shares it with its tests.
   */
  public static TestBroker broker(ExtensionContext context) {
    KafkaNode node = node(context);
    return context
        .getStore(NAMESPACE)
        .getOrComputeIfAbsent(
            TestBroker.class,
            key -> new TestBroker(node.bootstrapServers(), nextPrefix()),
            TestBroker.class);
  }

  /** In the root's store, which is closed when the test run ends. */
  private static KafkaNode node(ExtensionContext context) {
    return context
        .getRoot()
        .getStore(NAMESPACE)
        .getOrComputeIfAbsent(KafkaNode.class, key -> KafkaNode.start(), KafkaNode.class);
  }

  private static String nextPrefix() {
    return "t" + JVM + "-" + COUNTER.incrementAndGet() + ".";
  }
}
