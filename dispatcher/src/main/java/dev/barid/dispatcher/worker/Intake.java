package dev.barid.dispatcher.worker;

import dev.barid.core.delivery.Delivery;
import dev.barid.core.delivery.History;
import dev.barid.core.delivery.Incoming;
import dev.barid.core.delivery.Lifetime;
import dev.barid.core.delivery.RecordReader;
import dev.barid.core.delivery.SourceRecord;
import dev.barid.core.event.Event;
import dev.barid.core.policy.DeadLetterReason;
import dev.barid.core.subscriber.Endpoint;
import dev.barid.core.subscriber.EndpointEntry;
import dev.barid.core.subscriber.EndpointKey;
import dev.barid.core.subscriber.Subscriber;
import dev.barid.core.topic.Partitions;
import dev.barid.dispatcher.metrics.DispatcherMetrics;
import dev.barid.dispatcher.outcome.Outcomes;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Takes records in: reads them, finds their endpoints, and puts a delivery for each into its lane,
 * or ends it at once.
 *
 * <pre>
 *   record ─┬─ malformed ────────────────────────────► DLQ
 *           ├─ on a foreign partition ───────────────► redeliveries, its own partition
 *           ├─ unknown here ─ read registry to its end ─┬─► DLQ
 *           │                                           └─► (as below)
 *           └─ known ─ for each endpoint that asks ─┬─ lane has room ─► lane
 *                                                   ├─ full, paused ──► delay tier, no attempt used
 *                                                   └─ disabled, expired ─► DLQ
 * </pre>
 */
final class Intake {

  private final Time time;
  private final Outcomes outcomes;
  private final Registry registry;
  private final Lanes lanes;
  private final Endings endings;
  private final DispatcherMetrics metrics;
  private final int partitionCount;

  Intake(Scope scope, Lanes lanes, Endings endings, int partitionCount) {
    this.time = scope.time();
    this.outcomes = scope.outcomes();
    this.registry = scope.registry();
    this.metrics = scope.metrics();
    this.lanes = lanes;
    this.endings = endings;
    this.partitionCount = partitionCount;
  }

  /** Takes in a record whose offset its tracker has started. */
  void take(PolledRecord polled) {
    SourceRecord source = polled.source();
    Incoming incoming =
        source.topic().equals(outcomes.topics().events())
            ? RecordReader.readEvent(source)
            : RecordReader.readRedelivery(source);
    if (incoming instanceof Incoming.ForAll forAll) {
      takeForAll(polled, forAll);
    } else if (incoming instanceof Incoming.ForOne forOne) {
      polled.expect(1);
      takeForOne(polled, forOne.delivery(), false);
    } else if (incoming instanceof Incoming.Malformed malformed) {
      polled.expect(1);
      Instant now = time.now();
      endings.ended(polled, outcomes.malformed(source, now, malformed.problem()), now);
    }
  }

  private void takeForAll(PolledRecord polled, Incoming.ForAll incoming) {
    Event event = incoming.event();
    byte[] key = event.subscriber().getBytes(StandardCharsets.UTF_8);
    int home = Partitions.of(key, partitionCount);
    if (home != polled.source().partition() && !incoming.rehomed()) {
      polled.expect(1);
      Instant now = time.now();
      endings.ended(polled, outcomes.rehomed(home, incoming, now), now);
      return;
    }
    fanOut(polled, incoming, false);
  }

  private void fanOut(PolledRecord polled, Incoming.ForAll incoming, boolean fresh) {
    Event event = incoming.event();
    Optional<Subscriber> subscriber = registry.subscriber(event.subscriber());
    if (subscriber.isEmpty() || subscriber.get().endpoints().isEmpty()) {
      if (!fresh) {
        registry.whenFresh(() -> ifOwned(polled, () -> fanOut(polled, incoming, true)));
        return;
      }
      Destination.Refused refused =
          subscriber.isEmpty()
              ? Destination.unknown(event.subscriber())
              : Destination.noEndpoint(event.subscriber());
      polled.expect(1);
      Instant now = time.now();
      endings.ended(
          polled,
          outcomes.undeliverable(polled.source(), event, now, refused.reason(), refused.detail()),
          now);
      return;
    }
    List<EndpointEntry> all = subscriber.get().endpoints();
    List<EndpointEntry> asking = all.stream().filter(entry -> asks(entry, event)).toList();
    metrics.filtered(all.size() - asking.size());
    if (asking.isEmpty()) {
      endings.filtered(polled);
      return;
    }
    polled.expect(asking.size());
    History history = new History(0, Optional.empty(), incoming.retryReason(), Optional.empty(), 0);
    for (EndpointEntry entry : asking) {
      Delivery delivery = new Delivery(event, entry.id(), history);
      admit(polled, delivery, Destination.of(event.subscriber(), entry), incoming.ttl());
    }
  }

  private void takeForOne(PolledRecord polled, Delivery delivery, boolean fresh) {
    Destination destination =
        registry.destination(new EndpointKey(delivery.event().subscriber(), delivery.endpoint()));
    if (destination instanceof Destination.Refused refused && refused.missing() && !fresh) {
      registry.whenFresh(() -> ifOwned(polled, () -> takeForOne(polled, delivery, true)));
      return;
    }
    admit(polled, delivery, destination, Optional.empty());
  }

  /** What waited for the registry is taken only if its partition is still this worker's. */
  private static void ifOwned(PolledRecord polled, Runnable take) {
    if (polled.partition().hold() == TrackedPartition.Hold.OWNED && !polled.isDropped()) {
      take.run();
    }
  }

  private void admit(
      PolledRecord polled, Delivery delivery, Destination destination, Optional<Duration> ttl) {
    if (destination instanceof Destination.Refused refused) {
      refuse(polled, delivery, refused.reason(), refused.detail());
    } else if (destination instanceof Destination.Paused paused) {
      putOff(
          polled,
          alive(delivery, paused.endpoint(), ttl),
          Deferral.forPaused(delivery.history().deferrals()));
    } else if (destination instanceof Destination.Open open) {
      admitTo(open.endpoint(), polled, alive(delivery, open.endpoint(), ttl));
    }
  }

  private void admitTo(Endpoint endpoint, PolledRecord polled, Delivery delivery) {
    if (Lifetimes.isOver(delivery, time.now())) {
      refuse(polled, delivery, DeadLetterReason.EXPIRED, Lifetimes.overDetail(delivery));
      return;
    }
    long nanos = time.nanos();
    EndpointKey key = new EndpointKey(delivery.event().subscriber(), endpoint.id());
    EndpointLane lane = lanes.lane(polled.source().partition(), key, endpoint.limits(), nanos);
    boolean redelivery = !polled.source().topic().equals(outcomes.topics().events());
    if (!lanes.offer(lane, new QueuedDelivery(polled, delivery), redelivery, nanos)) {
      Duration slot = Duration.ofNanos(lane.lane().nextFreeSlotNanos(nanos) - nanos);
      putOff(polled, delivery, Deferral.forFullLane(slot, delivery.history().deferrals()));
    }
  }

  private void putOff(PolledRecord polled, Delivery delivery, Duration wait) {
    Instant now = time.now();
    if (Lifetimes.isOver(delivery, now)) {
      refuse(polled, delivery, DeadLetterReason.EXPIRED, Lifetimes.overDetail(delivery));
      return;
    }
    endings.ended(polled, outcomes.deferred(polled.source(), delivery, now, now.plus(wait)), now);
  }

  private void refuse(
      PolledRecord polled, Delivery delivery, DeadLetterReason reason, String detail) {
    Instant now = time.now();
    endings.ended(
        polled, outcomes.deadLettered(polled.source(), delivery, now, reason, detail), now);
  }

  private Delivery alive(Delivery delivery, Endpoint endpoint, Optional<Duration> ttl) {
    if (delivery.history().lifetime().isPresent()) {
      return delivery;
    }
    Lifetime lifetime =
        Lifetime.starting(
            time.now(),
            endpoint.policy().giveUpAfter(),
            Instant.ofEpochMilli(delivery.event().acceptedAtMs()),
            ttl);
    return delivery.with(delivery.history().within(lifetime));
  }

  /** A faulty entry asks for everything: what it wanted is not known. */
  private static boolean asks(EndpointEntry entry, Event event) {
    return !(entry instanceof EndpointEntry.Usable usable)
        || usable.endpoint().eventTypes().match(event.type());
  }
}
