package dev.barid.dispatcher.registry;

import dev.barid.core.subscriber.Subscriber;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follows the registry for all workers of the process, on a thread of its own. Whoever is attached
 * is first told everything there is, then each change. After any trouble with Kafka it begins anew,
 * which tells every entry again.
 */
public final class RegistryThread extends Thread implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(RegistryThread.class);

  private static final Duration POLL = Duration.ofMillis(50);
  private static final long PAUSE_AFTER_TROUBLE_MS = 1_000;
  private static final long CLOSE_TIMEOUT_MS = 2_000;

  /** Someone asks for something, from another thread. */
  private sealed interface Request {
    record Attach(RegistryListener listener) implements Request {}

    record Detach(RegistryListener listener) implements Request {}

    record CatchUp(RegistryListener listener, long token) implements Request {}
  }

  /** A listener that waits until the registry has been read up to these ends. */
  private record Waiting(RegistryListener listener, long token, Map<TopicPartition, Long> ends) {}

  private final Supplier<Consumer<byte[], byte[]>> newConsumer;
  private final String topic;
  private final ConcurrentLinkedQueue<Request> requests = new ConcurrentLinkedQueue<>();
  private final List<RegistryListener> listeners = new ArrayList<>();
  private final List<Waiting> waiting = new ArrayList<>();
  private final Set<String> told = new HashSet<>();
  private final CountDownLatch closing = new CountDownLatch(1);
  private volatile boolean complete;

  /**
   * @param newConsumer makes a consumer without a group
   * @param topic the registry's topic
   */
  public RegistryThread(Supplier<Consumer<byte[], byte[]>> newConsumer, String topic) {
    super("barid-registry");
    this.newConsumer = newConsumer;
    this.topic = topic;
  }

  /** Whether the registry has been read to its end once. Any thread. */
  public boolean isComplete() {
    return complete;
  }

  /** Tells the listener everything, then {@code caughtUp(0)}, then each change. Any thread. */
  public void attach(RegistryListener listener) {
    requests.add(new Request.Attach(listener));
  }

  /** Tells the listener nothing more. Any thread. */
  public void detach(RegistryListener listener) {
    requests.add(new Request.Detach(listener));
  }

  /**
   * Tells {@code caughtUp(token)} once all that is in the registry now has been told. Any thread.
   */
  public void catchUp(RegistryListener listener, long token) {
    requests.add(new Request.CatchUp(listener, token));
  }

  @Override
  public void run() {
    try {
      while (!isClosing()) {
        followUntilTrouble();
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void followUntilTrouble() throws InterruptedException {
    try (Consumer<byte[], byte[]> consumer = newConsumer.get()) {
      follow(new RegistryTopic(consumer, topic));
    } catch (KafkaException trouble) {
      LOG.warn("The registry can't be read now, trying again: {}", trouble.toString());
      closing.await(PAUSE_AFTER_TROUBLE_MS, TimeUnit.MILLISECONDS);
    }
  }

  private void follow(RegistryTopic registry) throws InterruptedException {
    Map<TopicPartition, Long> firstEnds = registry.ends();
    while (!isClosing() && !registry.isPast(firstEnds)) {
      registry.read(POLL, (id, entry) -> {});
    }
    // Deleted while nobody could read, and perhaps compacted away.
    told.removeAll(registry.entries().keySet());
    for (String gone : Set.copyOf(told)) {
      tell(gone, Optional.empty());
    }
    for (RegistryListener listener : listeners) {
      tellAll(registry, listener);
    }
    told.addAll(registry.entries().keySet());
    complete = true;
    while (!isClosing()) {
      onRequests(registry);
      registry.read(POLL, this::tell);
      answer(registry);
    }
  }

  private void onRequests(RegistryTopic registry) throws InterruptedException {
    // Each stays first in the queue until it is dealt with: in trouble it is dealt with later.
    for (Request request = requests.peek(); request != null; request = requests.peek()) {
      if (request instanceof Request.Attach attach) {
        listeners.add(attach.listener());
        tellAll(registry, attach.listener());
      } else if (request instanceof Request.Detach detach) {
        listeners.remove(detach.listener());
        waiting.removeIf(waits -> waits.listener() == detach.listener());
      } else if (request instanceof Request.CatchUp asks) {
        waiting.add(new Waiting(asks.listener(), asks.token(), registry.ends()));
      }
      requests.remove();
    }
  }

  private void tellAll(RegistryTopic registry, RegistryListener listener)
      throws InterruptedException {
    for (Map.Entry<String, Subscriber> entry : registry.entries().entrySet()) {
      listener.changed(entry.getKey(), Optional.of(entry.getValue()));
    }
    listener.caughtUp(0);
  }

  private void tell(String subscriber, Optional<Subscriber> entry) throws InterruptedException {
    entry.ifPresentOrElse(known -> told.add(subscriber), () -> told.remove(subscriber));
    for (RegistryListener listener : listeners) {
      listener.changed(subscriber, entry);
    }
  }

  private void answer(RegistryTopic registry) throws InterruptedException {
    List<Waiting> ready = waiting.stream().filter(waits -> registry.isPast(waits.ends())).toList();
    waiting.removeAll(ready);
    for (Waiting waits : ready) {
      waits.listener().caughtUp(waits.token());
    }
  }

  /** Ends the thread, which takes a poll's time at most, and waits for it. */
  @Override
  public void close() {
    closing.countDown();
    try {
      join(CLOSE_TIMEOUT_MS);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private boolean isClosing() {
    return closing.getCount() == 0;
  }
}
