package dev.barid.benchmarks.stage;

import dev.barid.broker.BrokerOptions;
import dev.barid.broker.EmbeddedBroker;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;

/** A Kafka broker as a process: its data directory is the argument; prints where it listens. */
final class BrokerMain {

  static final String READY = "ready: ";

  private BrokerMain() {}

  public static void main(String[] args) throws InterruptedException {
    EmbeddedBroker broker = EmbeddedBroker.start(BrokerOptions.in(Path.of(args[0])));
    CountDownLatch end = new CountDownLatch(1);
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  broker.close();
                  end.countDown();
                }));
    System.out.println(READY + broker.bootstrapServers());
    end.await();
  }
}
