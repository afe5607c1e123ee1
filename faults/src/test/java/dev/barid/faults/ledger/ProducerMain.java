package dev.barid.faults.ledger;

import dev.barid.core.text.Durations;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * The producer as a process: publishes events at a steady rate, whatever becomes of them, to
 * subscribers and of types chosen at random.
 *
 * <p>{@code --bootstrap-servers S --topic events --ledger FILE --seed N --rate PER_SECOND --for
 * DURATION --to acme=order.created+user.created,globex=order.created}. Ends after that time or when
 * it is told to, once every event is acknowledged or given up; the ledger's last line says so.
 */
public final class ProducerMain {

  /** Longer than all brokers may be away: a send that fails for good is then a fault of ours. */
  private static final Duration DELIVERY_TIMEOUT = Duration.ofMinutes(5);

  private final Plan plan;
  private final ProducerLedger ledger;
  private final CountDownLatch toldToEnd = new CountDownLatch(1);
  private final CountDownLatch ended = new CountDownLatch(1);

  /** One event's addressee and type. */
  private record Choice(String subscriber, String type) {}

  private record Plan(
      String bootstrapServers,
      String topic,
      long seed,
      double perSecond,
      Duration length,
      List<Choice> choices) {

    static Plan of(Arguments arguments) {
      List<Choice> choices = new ArrayList<>();
      for (String subscriber : arguments.value("to").split(",")) {
        String[] parts = subscriber.split("=", 2);
        for (String type : parts[1].split("\\+")) {
          choices.add(new Choice(parts[0], type));
        }
      }
      return new Plan(
          arguments.value("bootstrap-servers"),
          arguments.value("topic"),
          Long.parseLong(arguments.value("seed")),
          Double.parseDouble(arguments.value("rate")),
          Durations.parse(arguments.value("for")),
          choices);
    }

    /**
     * In the order of the numbers, so that a late start catches up instead of shifting the rest.
     */
    long dueAfterNanos(long number) {
      return (long) (number * TimeUnit.SECONDS.toNanos(1) / perSecond);
    }
  }

  private ProducerMain(Plan plan, ProducerLedger ledger) {
    this.plan = plan;
    this.ledger = ledger;
  }

  /**
   * The arguments after {@code java -cp … dev.barid.faults.ledger.ProducerMain}.
   *
   * @param topic the full name of {@code events}
   * @param typesBySubscriber the types that each subscriber's events have
   */
  public static List<String> arguments(
      String bootstrapServers,
      String topic,
      Path ledger,
      long seed,
      double perSecond,
      Duration length,
      Map<String, List<String>> typesBySubscriber) {
    List<String> to =
        typesBySubscriber.entrySet().stream()
            .map(entry -> entry.getKey() + "=" + String.join("+", entry.getValue()))
            .sorted()
            .toList();
    return List.of(
        "--bootstrap-servers", bootstrapServers,
        "--topic", topic,
        "--ledger", ledger.toString(),
        "--seed", Long.toString(seed),
        "--rate", Double.toString(perSecond),
        "--for", length.toMillis() + "ms",
        "--to", String.join(",", to));
  }

  public static void main(String... args) throws InterruptedException {
    Arguments arguments = new Arguments(args);
    try (ProducerLedger ledger = ProducerLedger.open(Path.of(arguments.value("ledger")))) {
      ProducerMain main = new ProducerMain(Plan.of(arguments), ledger);
      Runtime.getRuntime().addShutdownHook(new Thread(main::end, "stop"));
      main.run();
    }
  }

  /** The JVM ends when its shutdown hooks have: this one waits for what is on its way. */
  private void end() {
    toldToEnd.countDown();
    try {
      ended.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void run() throws InterruptedException {
    Random random = new Random(plan.seed());
    String prefix = "e" + plan.seed() + "-" + ProcessHandle.current().pid() + "-";
    try (KafkaProducer<byte[], byte[]> producer = producer()) {
      System.out.println("ready: " + plan.perSecond() + " events a second");
      long startNanos = System.nanoTime();
      long dueNanos = 0;
      for (long number = 0; dueNanos < plan.length().toNanos(); number++) {
        dueNanos = plan.dueAfterNanos(number);
        long waitNanos = dueNanos - (System.nanoTime() - startNanos);
        if (toldToEnd.await(Math.max(0, waitNanos), TimeUnit.NANOSECONDS)) {
          break;
        }
        send(producer, prefix + number, plan.choices().get(random.nextInt(plan.choices().size())));
      }
      producer.flush();
    } finally {
      ledger.stopped();
      ended.countDown();
    }
  }

  private void send(KafkaProducer<byte[], byte[]> producer, String id, Choice choice) {
    ProducerRecord<byte[], byte[]> event =
        new ProducerRecord<>(
            plan.topic(), utf8(choice.subscriber()), utf8("{\"event\":\"" + id + "\"}"));
    event.headers().add("ce_id", utf8(id)).add("ce_type", utf8(choice.type()));
    ledger.sent(id, choice.subscriber(), choice.type());
    producer.send(
        event,
        (metadata, failure) -> {
          if (failure == null) {
            ledger.acknowledged(id);
          } else {
            ledger.failed(id, failure);
          }
        });
  }

  private KafkaProducer<byte[], byte[]> producer() {
    return new KafkaProducer<>(
        Map.of(
            ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
            plan.bootstrapServers(),
            ProducerConfig.ACKS_CONFIG,
            "all",
            ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG,
            true,
            ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG,
            (int) DELIVERY_TIMEOUT.toMillis(),
            // Waits rather than fails: events that were never sent prove nothing.
            ProducerConfig.MAX_BLOCK_MS_CONFIG,
            DELIVERY_TIMEOUT.toMillis(),
            // Else it forgets the topic while no broker is there, and the open loop waits for it.
            CommonClientConfigs.METADATA_RECOVERY_STRATEGY_CONFIG,
            "none"),
        new ByteArraySerializer(),
        new ByteArraySerializer());
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
