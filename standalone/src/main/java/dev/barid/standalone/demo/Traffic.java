package dev.barid.standalone.demo;

import dev.barid.core.delivery.HeaderNames;
import dev.barid.core.topic.Topics;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Publishes events evenly over a time, as any producer does: key, value and two headers. */
final class Traffic implements AutoCloseable {

  /** Events that go the same ways. */
  private record Kind(String subscriber, String type) {}

  private final Producer<byte[], byte[]> producer;
  private final String topic;
  private final int events;
  private final long intervalNanos;
  private final Queue<SentEvent> acknowledged = new ConcurrentLinkedQueue<>();
  private final Map<Kind, LongAdder> counts = new ConcurrentHashMap<>();
  private final Map<String, Long> sentAtMs = new ConcurrentHashMap<>();
  private final AtomicInteger answered = new AtomicInteger();
  private final AtomicInteger refused = new AtomicInteger();
  private final Thread thread = new Thread(this::run, "demo-traffic");
  private volatile boolean closed;

  /**
   * Makes the traffic; {@link #start} lets it flow.
   *
   * @param producer closed with this
   */
  Traffic(Producer<byte[], byte[]> producer, Topics topics, int events, Duration over) {
    this.producer = producer;
    this.topic = topics.events();
    this.events = events;
    this.intervalNanos = over.toNanos() / events;
    thread.setDaemon(true);
  }

  void start() {
    thread.start();
  }

  /** Whether all events have been sent and answered. */
  boolean isDone() {
    return answered.get() == events;
  }

  /** How many of the acknowledged ones a part is to get. */
  int acknowledgedFor(Part part) {
    long sum = 0;
    for (Map.Entry<Kind, LongAdder> entry : counts.entrySet()) {
      Kind kind = entry.getKey();
      if (kind.subscriber().equals(part.subscriber()) && part.wants(kind.type())) {
        sum += entry.getValue().sum();
      }
    }
    return (int) sum;
  }

  /** How many Kafka has acknowledged. */
  int acknowledged() {
    return answered.get() - refused.get();
  }

  /** Those that Kafka has acknowledged. */
  Collection<SentEvent> acknowledgedEvents() {
    return acknowledged;
  }

  /** How many Kafka did not take. */
  int refused() {
    return refused.get();
  }

  int events() {
    return events;
  }

  /** When an event was sent, epoch milliseconds. */
  OptionalLong sentAtMs(String eventId) {
    Long at = sentAtMs.get(eventId);
    return at == null ? OptionalLong.empty() : OptionalLong.of(at);
  }

  private void run() {
    long startNanos = System.nanoTime();
    for (int number = 0; number < events && !closed; number++) {
      long waitNanos = startNanos + number * intervalNanos - System.nanoTime();
      if (waitNanos > 0) {
        LockSupport.parkNanos(waitNanos);
      }
      send(number);
    }
  }

  private void send(int number) {
    SentEvent event = new SentEvent("demo-" + number, Cast.subscriber(number), Cast.type(number));
    ProducerRecord<byte[], byte[]> record =
        new ProducerRecord<>(topic, bytes(event.subscriber()), body(number, event));
    record.headers().add(HeaderNames.CE_ID, bytes(event.id()));
    record.headers().add(HeaderNames.CE_TYPE, bytes(event.type()));
    sentAtMs.put(event.id(), System.currentTimeMillis());
    try {
      // Its callback says what became of it.
      var unused = producer.send(record, (metadata, failure) -> onAnswer(event, failure == null));
    } catch (RuntimeException notSent) {
      onAnswer(event, false);
    }
  }

  private void onAnswer(SentEvent event, boolean taken) {
    if (taken) {
      acknowledged.add(event);
      counts
          .computeIfAbsent(new Kind(event.subscriber(), event.type()), first -> new LongAdder())
          .increment();
    } else {
      refused.incrementAndGet();
    }
    answered.incrementAndGet();
  }

  private static byte[] body(int number, SentEvent event) {
    return bytes(
        "{\"type\":\"" + event.type() + "\",\"data\":{\"number\":" + number + ",\"amount\":9.50}}");
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public void close() {
    closed = true;
    LockSupport.unpark(thread);
    producer.close(Duration.ofSeconds(2));
  }
}
