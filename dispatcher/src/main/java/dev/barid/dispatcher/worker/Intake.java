package dev.barid.dispatcher.worker;

import dev.barid.core.delivery.Delivery;
import dev.barid.core.delivery.History;
import dev.barid.core.delivery.Incoming;
import dev.barid.core.delivery.Lifetime;
import dev.barid.core.delivery.RecordReader;
import dev.barid.core.delivery.SourceRecord;
import dev.barid.core.event.Event;
import dev.barid.core.health.Admission;
import dev.barid.core.policy.DeadLetterReason;
import dev.barid.core.subscriber.Endpoint;
import dev.barid.core.subscriber.EndpointEntry;
import dev.barid.core.subscriber.EndpointKey;
import dev.barid.core.subscriber.Subscriber;
import dev.barid.core.topic.Partitions;
import dev.barid.dispatcher.metrics.DispatcherMetrics;
import dev.barid.dispatcher.outcome.Outcomes;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

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
 *                                                   ├─ full ──────────► delay tier, no attempt used
 *                                                   ├─ holds back ────► parked, no attempt used
 *                                                   └─ disabled, expired ─► DLQ
 * </pre>
 */
final class Intake {

  /** How a delivery comes in: its own time to live, whether it was sent as a probe, and alone. */
  private record Entrance(Optional<Duration> ttl, OptionalLong sentAsProbe, boolean hasSiblings) {}

  private final Time time;
  private final Outcomes outcomes;
  private final Registry registry;
  private final Healths healths;
  private final Lanes lanes;
  private final Endings endings;
  private final DispatcherMetrics metrics;
  private final int partitionCount;

  Intake(Scope scope, Lanes lanes, Endings endings, int partitionCount) {
    this.time = scope.time();
    this.outcomes = scope.outcomes();
    this.registry = scope.registry();
    this.healths = scope.healths();
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
      takeForOne(polled, forOne, false);
    } else if (incoming instanceof Incoming.Malformed malformed) {
      polled.expect(1);
      Instant now = time.now();
      endings.ended(
          polled, outcomes.malformed(homeOf(source), source, now, malformed.problem()), now);
    }
  }

  /** All that one key's subscriber has lies in partitions of one number, what is malformed too. */
  private int homeOf(SourceRecord source) {
    byte @Nullable [] key = source.key();
    return key == null ? source.partition() : Partitions.of(key, partitionCount);
  }

  private void takeForAll(PolledRecord polled, Incoming.ForAll incoming) {
    int home = homeOf(polled.source());
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
    List<EndpointEntry> asking = new ArrayList<>(all.size());
    for (EndpointEntry entry : all) {
      if (asks(entry, event)) {
        asking.add(entry);
      }
    }
    metrics.filtered(all.size() - asking.size());
    if (asking.isEmpty()) {
      endings.filtered(polled);
      return;
    }
    polled.expect(asking.size());
    Entrance entrance = new Entrance(incoming.ttl(), OptionalLong.empty(), asking.size() > 1);
    History history = new History(0, Optional.empty(), incoming.retryReason(), Optional.empty(), 0);
    for (EndpointEntry entry : asking) {
      Delivery delivery = new Delivery(event, entry.id(), history);
      admit(polled, delivery, Destination.of(event.subscriber(), entry), entrance);
    }
  }

  private void takeForOne(PolledRecord polled, Incoming.ForOne incoming, boolean fresh) {
    Delivery delivery = incoming.delivery();
    Destination destination =
        registry.destination(new EndpointKey(delivery.event().subscriber(), delivery.endpoint()));
    if (destination instanceof Destination.Refused refused && refused.missing() && !fresh) {
      registry.whenFresh(() -> ifOwned(polled, () -> takeForOne(polled, incoming, true)));
      return;
    }
    admit(
        polled,
        delivery,
        destination,
        new Entrance(Optional.empty(), incoming.sentAsProbe(), false));
  }

  /** What waited for the registry is taken only if its partition is still this worker's. */
  private static void ifOwned(PolledRecord polled, Runnable take) {
    if (polled.partition().hold() == TrackedPartition.Hold.OWNED && !polled.isDropped()) {
      take.run();
    }
  }

  private void admit(
      PolledRecord polled, Delivery delivery, Destination destination, Entrance entrance) {
    if (destination instanceof Destination.Refused refused) {
      refuse(polled, delivery, refused.reason(), refused.detail());
    } else if (destination instanceof Destination.Open open) {
      Delivery alive = alive(delivery, open.endpoint(), entrance.ttl());
      if (Lifetimes.isOver(alive, time.now())) {
        refuse(polled, alive, DeadLetterReason.EXPIRED, Lifetimes.overDetail(alive));
      } else {
        admitTo(open.endpoint(), polled, alive, entrance);
      }
    }
  }

  private void admitTo(
      Endpoint endpoint, PolledRecord polled, Delivery delivery, Entrance entrance) {
    int partition = polled.source().partition();
    EndpointKey key = new EndpointKey(delivery.event().subscriber(), endpoint.id());
    Admission admission = healths.admit(partition, key, endpoint, entrance.sentAsProbe());
    if (admission instanceof Admission.Park park) {
      Instant now = time.now();
      endings.ended(polled, outcomes.parked(polled.source(), delivery, now, park.version()), now);
      return;
    }
    OptionalLong probe =
        admission instanceof Admission.Probe asProbe
            ? OptionalLong.of(asProbe.version())
            : OptionalLong.empty();
    long nanos = time.nanos();
    EndpointLane lane = lanes.lane(partition, key, endpoint.limits(), nanos);
    boolean redelivery = !polled.source().topic().equals(outcomes.topics().events());
    QueuedDelivery queued = new QueuedDelivery(polled, delivery, probe);
    if (entrance.hasSiblings() && probe.isEmpty() && lane.lane().isSlow(nanos)) {
      // On its own, so that its siblings' outcomes need not wait for it.
      putOff(polled, delivery, Deferral.untilSlot(Duration.ZERO, 0));
    } else if (lanes.offer(lane, queued, redelivery, nanos)) {
      polled.opened(queued);
    } else {
      healths.withdrawn(partition, key, probe);
      Duration slot = Duration.ofNanos(lane.lane().nextFreeSlotNanos(nanos) - nanos);
      putOff(polled, delivery, Deferral.untilSlot(slot, delivery.history().deferrals()));
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
