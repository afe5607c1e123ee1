package dev.barid.broker;

import kafka.server.FaultHandlerFactory;
import kafka.server.StandardFaultHandlerFactory;
import org.apache.kafka.server.fault.FaultHandler;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What happens on faults inside Kafka. Its own handlers end the JVM on a fatal one, which is right
 * for a broker that runs; while it starts or stops, the caller gets an exception, or a log line.
 */
final class Faults implements FaultHandlerFactory {
  private static final Logger log = LoggerFactory.getLogger(Faults.class);

  private final FaultHandlerFactory standard = new StandardFaultHandlerFactory();
  private volatile boolean running;

  void running() {
    running = true;
  }

  void stopping() {
    running = false;
  }

  @Override
  public FaultHandler build(String name, boolean fatal, Runnable action) {
    FaultHandler whileRunning = standard.build(name, fatal, action);
    return new FaultHandler() {
      @Override
      public RuntimeException handleFault(String message, @Nullable Throwable cause) {
        if (running) {
          return whileRunning.handleFault(message, cause);
        }
        log.debug("{}: {}", name, message, cause);
        action.run();
        return new BrokerException(
            name + ": " + message + (cause == null ? "" : ": " + cause), cause);
      }
    };
  }
}
