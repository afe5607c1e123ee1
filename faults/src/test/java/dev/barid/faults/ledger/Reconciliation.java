package dev.barid.faults.ledger;

import dev.barid.core.subscriber.EndpointKey;
import dev.barid.core.topic.RetryTiers;
import dev.barid.faults.plan.FaultRecord;
import dev.barid.testkit.TestBroker;
import dev.barid.testkit.guarantee.Arrival;
import dev.barid.testkit.guarantee.AtMostOneDeadLetter;
import dev.barid.testkit.guarantee.AttemptsWithinPolicy;
import dev.barid.testkit.guarantee.Balance;
import dev.barid.testkit.guarantee.DeliveryId;
import dev.barid.testkit.guarantee.Disturbance;
import dev.barid.testkit.guarantee.Disturbance.Kind;
import dev.barid.testkit.guarantee.Endpoints;
import dev.barid.testkit.guarantee.NothingLost;
import dev.barid.testkit.guarantee.Observation;
import dev.barid.testkit.guarantee.OneRetryChain;
import dev.barid.testkit.guarantee.Published;
import dev.barid.testkit.guarantee.RepeatsOnlyInFlight;
import dev.barid.testkit.guarantee.TopicContents;
import dev.barid.testkit.guarantee.Windows;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Holds the two ledgers against each other and against the topics, after a run with faults. */
public final class Reconciliation {
  private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(5);

  private Reconciliation() {}

  /** Reads everything as it is now. Kafka must be there; the receiver and the producer need not. */
  public static Observation observe(
      TestBroker broker, RetryTiers tiers, Path producerLedger, Path receiverLedger) {
    // The receiver's first: what arrived has its cause in what is read later.
    List<ReceiverLedger.Entry> received = ReceiverLedger.read(receiverLedger);
    TopicContents topics = TopicContents.read(broker, tiers);
    return observation(
        ProducerLedger.read(producerLedger), received, Endpoints.read(broker), topics);
  }

  static Observation observation(
      List<ProducerLedger.Entry> sent,
      List<ReceiverLedger.Entry> received,
      Endpoints endpoints,
      TopicContents topics) {
    Map<String, Published> published = new LinkedHashMap<>();
    for (ProducerLedger.Entry entry : sent) {
      published.put(
          entry.eventId(),
          new Published(
              entry.eventId(),
              entry.subscriber(),
              Optional.of(entry.type()),
              entry.sentAt(),
              entry.acknowledgedAt().isPresent()));
    }
    // Notices are Barid's own, and have no id of a producer's.
    topics.events().stream()
        .filter(event -> event.eventId().startsWith("evt-"))
        .forEach(event -> published.putIfAbsent(event.eventId(), event));
    List<Arrival> arrivals =
        received.stream().map(entry -> arrival(entry, endpoints, published)).toList();
    return new Observation(List.copyOf(published.values()), endpoints, arrivals, topics);
  }

  private static Arrival arrival(
      ReceiverLedger.Entry entry, Endpoints endpoints, Map<String, Published> published) {
    Optional<String> subscriber =
        Optional.ofNullable(published.get(entry.eventId())).map(Published::subscriber);
    EndpointKey endpoint =
        endpoints.at(entry.target(), subscriber).orElse(new EndpointKey("", entry.target()));
    return new Arrival(
        new DeliveryId(entry.eventId(), endpoint),
        entry.at(),
        entry.attempt(),
        entry.status(),
        entry.endedAt(),
        entry.complete());
  }

  /**
   * Looks until every delivery has ended and nothing has come or been written since the last look.
   *
   * @return the last look, also if it isn't at rest in time: then the report says what is missing
   */
  public static Observation awaitRest(Supplier<Observation> look, Duration atMost) {
    long deadline = System.nanoTime() + atMost.toNanos();
    Observation last = look.get();
    while (System.nanoTime() - deadline < 0) {
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(BETWEEN_LOOKS.toMillis()));
      Observation next = look.get();
      if (next.size() == last.size() && new NothingLost().violations(next).isEmpty()) {
        return next;
      }
      last = next;
    }
    return last;
  }

  /** Holds it against every guarantee. */
  public static Report of(long seed, Observation observed, List<FaultRecord> faults) {
    List<Disturbance> disturbances = faults.stream().map(Reconciliation::disturbance).toList();
    RepeatsOnlyInFlight repeats = new RepeatsOnlyInFlight(disturbances, Windows.STANDARD);
    Map<String, List<String>> broken = new LinkedHashMap<>();
    broken.put("published once", publishedTwice(observed));
    broken.put("nothing lost", new NothingLost().violations(observed));
    broken.put("one retry chain", new OneRetryChain().violations(observed));
    broken.put("at most one dead letter", new AtMostOneDeadLetter().violations(observed));
    broken.put("attempts within policy", new AttemptsWithinPolicy().violations(observed));
    broken.put("repeats only in flight", repeats.violations(observed));
    Map<Disturbance, Long> atRisk = new LinkedHashMap<>();
    disturbances.forEach(cause -> atRisk.put(cause, repeats.atRisk(observed, cause)));
    return new Report(
        seed,
        List.copyOf(faults),
        (int) observed.published().stream().filter(Published::certain).count(),
        Balance.of(observed),
        repeats.repeats(observed),
        atRisk,
        broken);
  }

  /** Of one that the producer can't vouch for: its own repeats would look like Barid's. */
  private static List<String> publishedTwice(Observation observed) {
    Map<String, Integer> counts = new HashMap<>();
    observed.topics().events().forEach(event -> counts.merge(event.eventId(), 1, Integer::sum));
    List<String> twice = new ArrayList<>();
    counts.forEach(
        (id, count) -> {
          if (count > 1) {
            twice.add(id + ": " + count + " times in events");
          }
        });
    return twice;
  }

  static Disturbance disturbance(FaultRecord fault) {
    return new Disturbance(
        kind(fault), fault.kind() + " " + fault.target(), fault.startedAt(), fault.endedAt());
  }

  private static Kind kind(FaultRecord fault) {
    boolean ofDispatcher = fault.target().startsWith("dispatcher");
    boolean ofScheduler = fault.target().startsWith("scheduler");
    return switch (fault.kind()) {
      case "KillDispatcher" -> Kind.KILLED;
      case "FreezeDispatcher" -> Kind.STALLED;
      case "CutOff" -> ofDispatcher ? Kind.STALLED : Kind.HARMLESS;
      case "KillBroker", "AllBrokersAway" -> Kind.BROKERS_AWAY;
      case "RollingRestart" ->
          ofDispatcher ? Kind.RESTARTED : ofScheduler ? Kind.HARMLESS : Kind.BROKERS_AWAY;
      // Whatever a scheduler does wrong shows in the topics.
      case "KillScheduler", "FreezeScheduler" -> Kind.HARMLESS;
      default ->
          throw new IllegalArgumentException(
              "fault kind \"" + fault.kind() + "\" (expected: one that Reconciliation knows)");
    };
  }

  /** A run's faults in a few words: {@code KillBroker 2, KillDispatcher 1}. */
  static String summary(List<FaultRecord> faults) {
    return faults.stream()
        .collect(
            Collectors.groupingBy(FaultRecord::kind, java.util.TreeMap::new, Collectors.counting()))
        .entrySet()
        .stream()
        .map(entry -> entry.getKey() + " " + entry.getValue())
        .collect(Collectors.joining(", "));
  }
}
