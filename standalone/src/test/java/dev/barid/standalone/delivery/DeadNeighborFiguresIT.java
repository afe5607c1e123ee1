package dev.barid.standalone.delivery;

import static dev.barid.standalone.delivery.Registry.endpoint;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.barid.testkit.ReceivedRequest;
import dev.barid.testkit.Receiver;
import dev.barid.testkit.TestBroker;
import dev.barid.testkit.WithBroker;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * Measures, and prints, how long live endpoints' events take with and without a dead endpoint on
 * their partition: in pairs, whose order alternates, so that whatever else changes meets both. Run
 * by {@code -Dbarid.figures=true}.
 */
@WithBroker
@EnabledIfSystemProperty(named = "barid.figures", matches = "true")
class DeadNeighborFiguresIT {

  private static final int LIVE = 5;
  private static final int PAIRS = Integer.getInteger("barid.figures.pairs", 5);

  /** Longer than an attempt's time-out: at first requests hang, then the breaker is open. */
  private static final Duration PHASE =
      Duration.ofSeconds(Integer.getInteger("barid.figures.seconds", 30));

  private static final Duration WARM_UP = Duration.ofSeconds(10);

  /** Each phase ends with all its live events here. */
  private static final Duration LATER = Duration.ofSeconds(60);

  private static final int ROUNDS_PER_SECOND = 20;

  private final Receiver receiver = Receiver.start();

  @Test
  @Tag("R-I5")
  void printsTheLiveEndpointsLatencyWithAndWithoutADeadOne(TestBroker broker) throws Exception {
    try (Roles roles = Roles.start(broker)) {
      receiver.on("/dead").hang();
      List<String> neighbors = Neighbors.of("live", LIVE + PAIRS);
      List<String> live = neighbors.subList(0, LIVE);
      List<String> dead = neighbors.subList(LIVE, LIVE + PAIRS);
      live.forEach(id -> Registry.put(broker, id, endpoint("all", receiver.url("/live"), "")));
      dead.forEach(id -> Registry.put(broker, id, endpoint("hangs", receiver.url("/dead"), "")));
      measured(broker, live, WARM_UP);
      List<List<Long>> without = new ArrayList<>();
      List<List<Long>> with = new ArrayList<>();
      for (int pair = 0; pair < PAIRS; pair++) {
        // A new one each time, of which nobody knows yet that it is dead.
        List<String> withDead = new ArrayList<>(live);
        withDead.add(dead.get(pair));
        boolean deadFirst = pair % 2 == 1;
        for (boolean isWith : List.of(deadFirst, !deadFirst)) {
          List<Long> phase = measured(broker, isWith ? withDead : live, PHASE);
          print("pair %d, %s".formatted(pair + 1, isWith ? "with   " : "without"), phase);
          (isWith ? with : without).add(phase);
        }
      }
      printMedians("without a dead endpoint", without);
      printMedians("with a dead endpoint   ", with);
      System.out.println(
          "requests to the dead endpoints: "
              + receiver.requestsTo("/dead").size()
              + ", parked "
              + roles.count("barid.parked")
              + ", deferred "
              + roles.count("barid.deferrals"));
    } finally {
      receiver.close();
    }
  }

  /** Sends to each subscriber in rounds, and returns the sorted latencies of live ones in µs. */
  private List<Long> measured(TestBroker broker, List<String> subscribers, Duration length)
      throws InterruptedException {
    int before = receiver.requestsTo("/live").size();
    int rounds = (int) (length.toSeconds() * ROUNDS_PER_SECOND);
    AtomicInteger round = new AtomicInteger();
    ScheduledExecutorService ticks = Executors.newSingleThreadScheduledExecutor();
    try (KafkaProducer<byte[], byte[]> producer = Bulk.producer(broker)) {
      ticks.scheduleAtFixedRate(
          () -> {
            if (round.getAndIncrement() < rounds) {
              for (String subscriber : subscribers) {
                producer.send(Bulk.event(broker, subscriber, Instant.now().toString()));
              }
            }
          },
          0,
          1_000_000 / ROUNDS_PER_SECOND,
          TimeUnit.MICROSECONDS);
      int expected = before + rounds * LIVE;
      await()
          .pollInterval(Duration.ofMillis(500))
          .atMost(length.plus(LATER))
          .until(() -> receiver.requestsTo("/live").size() >= expected);
    } finally {
      ticks.shutdownNow();
      assertThat(ticks.awaitTermination(5, TimeUnit.SECONDS)).isTrue();
    }
    return receiver.requestsTo("/live").stream()
        .skip(before)
        .map(DeadNeighborFiguresIT::micros)
        .sorted()
        .toList();
  }

  private static long micros(ReceivedRequest request) {
    return Duration.between(Instant.parse(request.text()), request.at()).toNanos() / 1_000;
  }

  private static void print(String what, List<Long> sortedMicros) {
    System.out.printf(
        Locale.ROOT,
        "%s: %d events, p50 %.1f ms, p99 %.1f ms, most %.1f ms%n",
        what,
        sortedMicros.size(),
        at(sortedMicros, 0.5),
        at(sortedMicros, 0.99),
        at(sortedMicros, 1));
  }

  private static void printMedians(String what, List<List<Long>> phases) {
    System.out.printf(
        Locale.ROOT,
        "%s, medians of %d: p50 %.1f ms, p99 %.1f ms%n",
        what,
        phases.size(),
        median(phases, 0.5),
        median(phases, 0.99));
  }

  private static double median(List<List<Long>> phases, double share) {
    List<Double> sorted = phases.stream().map(phase -> at(phase, share)).sorted().toList();
    return (sorted.get((sorted.size() - 1) / 2) + sorted.get(sorted.size() / 2)) / 2;
  }

  private static double at(List<Long> sortedMicros, double share) {
    int index = (int) Math.ceil(share * sortedMicros.size()) - 1;
    return sortedMicros.get(Math.max(0, index)) / 1000.0;
  }
}
