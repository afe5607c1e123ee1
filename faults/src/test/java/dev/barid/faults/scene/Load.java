package dev.barid.faults.scene;

import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.KafkaProducer;

/** Steady traffic: in each round one event for every subscriber. */
final class Load implements AutoCloseable {

  private static final int ROUNDS_PER_SECOND = 25;

  private final ScheduledExecutorService rounds = Executors.newSingleThreadScheduledExecutor();
  private final KafkaProducer<byte[], byte[]> producer;
  private final Scene scene;
  private final List<String> subscribers;
  private int sent;

  private Load(Scene scene, List<String> subscribers) {
    this.scene = scene;
    this.subscribers = subscribers;
    this.producer = scene.producer();
  }

  /** Starts at once. */
  static Load start(Scene scene, List<String> subscribers) {
    Load load = new Load(scene, subscribers);
    load.rounds.scheduleAtFixedRate(
        load::round, 0, 1_000_000 / ROUNDS_PER_SECOND, TimeUnit.MICROSECONDS);
    return load;
  }

  private void round() {
    for (String subscriber : subscribers) {
      producer.send(scene.event(subscriber, "{\"n\":" + sent + "}"));
      sent++;
    }
  }

  /** Ends; returns how many events were sent, all of which are written. */
  int stop() throws InterruptedException {
    rounds.shutdown();
    if (!rounds.awaitTermination(10, TimeUnit.SECONDS)) {
      throw new AssertionError("the load didn't end");
    }
    producer.flush();
    return sent;
  }

  @Override
  public void close() {
    rounds.shutdownNow();
    producer.close();
  }
}
