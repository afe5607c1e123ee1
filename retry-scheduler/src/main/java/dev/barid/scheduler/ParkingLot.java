package dev.barid.scheduler;

import dev.barid.core.health.EndpointHealth;
import dev.barid.core.health.Release;
import dev.barid.core.subscriber.EndpointKey;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What one partition has parked, and when which of it goes.
 *
 * <pre>
 *   arrive ──► something is parked for its endpoint? ──yes──► behind it
 *                 │ no
 *                 ▼
 *              may it go, by ReleaseRule? ──yes──► released
 *                 │ no
 *                 ▼
 *              ParkedStore, GiveUpIndex ──► each tick: whose give-up time has come
 *                                      └──► each turn: the endpoint's oldest, if they may go
 * </pre>
 *
 * <p>Only an endpoint's oldest delivery is looked at: those behind it were parked later, so that
 * nothing lets them go before it but their give-up times. An endpoint has turns when something may
 * have changed for its oldest one, and never for the length of its backlog. Each turn is short, and
 * the next one is behind those of all others that wait.
 *
 * <p>Which endpoints have something parked is kept in memory: the bound is the number of endpoints,
 * not of deliveries. A restart reads the endpoints, and looks for their oldest ones in ticks.
 *
 * <p>Not thread-safe: used by its stream thread alone.
 */
final class ParkingLot {
  private static final Logger log = LoggerFactory.getLogger(ParkingLot.class);

  /** Takes what is released. */
  @FunctionalInterface
  interface Exit {
    void release(HeldRecord record, Release why);
  }

  private static final int TURN_RECORDS = 100;
  private static final int EXPIRED_RECORDS = 50;

  private final ParkedStore parked;
  private final GiveUpIndex giveUps;
  private final EndpointStore endpoints;
  private final LongSupplier nanoClock;
  private final Exit exit;
  private final Map<EndpointKey, ParkedEndpoint> holding = new HashMap<>();
  private final Turns turns = new Turns();

  /**
   * Reads which endpoints have something parked.
   *
   * @param nanoClock a monotonic clock in nanoseconds
   */
  ParkingLot(
      ParkedStore parked,
      GiveUpIndex giveUps,
      EndpointStore endpoints,
      LongSupplier nanoClock,
      Exit exit) {
    this.parked = parked;
    this.giveUps = giveUps;
    this.endpoints = endpoints;
    this.nanoClock = nanoClock;
    this.exit = exit;
    endpoints.forEachHolding(
        endpoint -> {
          holding.put(endpoint.key(), endpoint);
          turns.schedule(endpoint, 0);
        });
    parked.oldestOfOthers(holding.keySet()).forEach(this::adopt);
  }

  /**
   * Deliveries are parked for an endpoint of which nothing says so. They go in their turns, when
   * their endpoint or their give-up times let the oldest of them go.
   */
  private void adopt(EndpointKey key, ParkedEntry oldest) {
    log.warn("deliveries are parked for {} that its state doesn't know of; they go in turn", key);
    ParkedEndpoint endpoint = endpoints.find(key).orElseGet(() -> new ParkedEndpoint(key));
    endpoint.beginHolding(oldest);
    holding.put(key, endpoint);
    turns.schedule(endpoint, 0);
  }

  /**
   * A delivery was read from {@code parked}.
   *
   * @param nowMs the wall clock, epoch milliseconds
   */
  void arrive(EndpointKey key, ParkedEntry entry, long nowMs) {
    ParkedEndpoint holder = holding.get(key);
    if (holder != null) {
      park(holder, entry);
      if (entry.offset() < holder.cursor()) {
        // The topic was made anew.
        holder.headIs(entry);
        schedule(holder, nowMs);
      }
      return;
    }
    ParkedEndpoint endpoint = endpoints.find(key).orElseGet(() -> new ParkedEndpoint(key));
    Release release = endpoint.decide(entry.offset(), entry.parked(), nowMs);
    if (goesOnArrival(endpoint, release, nowMs)) {
      endpoint.released(release, 1, nowMs);
      exit.release(entry.record(), release);
    } else {
      park(endpoint, entry);
      endpoint.beginHolding(entry);
      holding.put(key, endpoint);
      schedule(endpoint, nowMs);
    }
    endpoints.save(endpoint);
  }

  /** Newer health of an endpoint was read. */
  void heard(EndpointKey key, EndpointHealth health, byte[] json, long nowMs) {
    ParkedEndpoint endpoint = known(key);
    endpoint.heard(health, json);
    changed(endpoint, nowMs);
  }

  /** A tombstone of an endpoint's health was read: it is well, or no more. */
  void forgotten(EndpointKey key, long nowMs) {
    ParkedEndpoint endpoint = known(key);
    endpoint.forgotten(endpoint.isHolding() ? parked.last(key).orElse(-1) : -1);
    changed(endpoint, nowMs);
  }

  /** Releases what may go now, up to the limit; the next tick goes on from there. */
  void tick(long nowMs, DrainLimit limit) {
    Budget budget = new Budget(limit);
    budget.spend(giveUp(nowMs, budget.half()));
    while (budget.isLeft()) {
      Optional<ParkedEndpoint> next = turns.next(nowMs);
      if (next.isEmpty()) {
        break;
      }
      budget.spend(turn(next.get(), nowMs, Math.min(TURN_RECORDS, budget.room)));
    }
    if (holding.isEmpty()) {
      giveUps.putCountRight();
    }
    giveUps.save();
  }

  /** How many deliveries are parked. */
  long count() {
    return giveUps.count();
  }

  /** When the next tick may find something to do, epoch milliseconds; Long.MAX_VALUE for never. */
  long nextMs() {
    return holding.isEmpty() ? Long.MAX_VALUE : Math.min(turns.firstMs(), giveUps.headMs());
  }

  /** One whose health isn't known never goes on arrival, as nothing would remember its pace. */
  private static boolean goesOnArrival(ParkedEndpoint endpoint, Release release, long nowMs) {
    if (release instanceof Release.Now) {
      return endpoint.isHealthKnown() && endpoint.allowance(nowMs) > 0;
    }
    return !(release instanceof Release.Hold);
  }

  private ParkedEndpoint known(EndpointKey key) {
    ParkedEndpoint holder = holding.get(key);
    return holder != null ? holder : endpoints.find(key).orElseGet(() -> new ParkedEndpoint(key));
  }

  private void changed(ParkedEndpoint endpoint, long nowMs) {
    if (endpoint.isHolding()) {
      schedule(endpoint, nowMs);
    }
    endpoints.save(endpoint);
  }

  private void park(ParkedEndpoint endpoint, ParkedEntry entry) {
    parked.put(endpoint.key(), entry);
    giveUps.add(entry.giveUpKey(), endpoint.key());
  }

  private void take(ParkedEndpoint endpoint, ParkedEntry entry, Release why) {
    parked.remove(endpoint.key(), entry.offset());
    giveUps.remove(entry.giveUpKey());
    endpoint.took(entry);
    exit.release(entry.record(), why);
  }

  private int giveUp(long nowMs, Budget budget) {
    int released = 0;
    Set<ParkedEndpoint> touched = new LinkedHashSet<>();
    while (budget.isLeft() && giveUps.headMs() <= nowMs) {
      List<GiveUpIndex.Entry> due = giveUps.due(nowMs, Math.min(EXPIRED_RECORDS, budget.room));
      for (GiveUpIndex.Entry each : due) {
        ParkedEndpoint endpoint = holding.get(each.endpoint());
        Optional<ParkedEntry> entry = parked.find(each.endpoint(), each.key().offset());
        if (endpoint == null || entry.isEmpty()) {
          giveUps.remove(each.key());
        } else {
          take(endpoint, entry.get(), new Release.Expired());
          touched.add(endpoint);
        }
      }
      released += due.size();
      budget.spend(due.size());
    }
    for (ParkedEndpoint endpoint : touched) {
      changed(endpoint, nowMs);
    }
    return released;
  }

  /** Looks at an endpoint's oldest deliveries, and returns how many were released. */
  private int turn(ParkedEndpoint endpoint, long nowMs, int room) {
    if (endpoint.head().isEmpty()) {
      List<ParkedEntry> first = parked.from(endpoint.key(), endpoint.cursor(), 1);
      if (first.isEmpty()) {
        endpoint.endHolding();
        holding.remove(endpoint.key());
        endpoints.save(endpoint);
        return 0;
      }
      endpoint.headIs(first.get(0));
    }
    ParkedEndpoint.Head head = endpoint.head().orElseThrow();
    Release release = endpoint.decide(head.offset(), head.parked(), nowMs);
    int wanted = wanted(endpoint, release, nowMs, room);
    if (wanted > 0) {
      int released = release(endpoint, release, wanted, nowMs);
      schedule(endpoint, nowMs);
      endpoints.save(endpoint);
      return released;
    }
    schedule(endpoint, nowMs);
    return 0;
  }

  private static int wanted(ParkedEndpoint endpoint, Release release, long nowMs, int room) {
    if (release instanceof Release.Now) {
      return Math.min(room, endpoint.allowance(nowMs));
    }
    return release instanceof Release.Hold ? 0 : 1;
  }

  private int release(ParkedEndpoint endpoint, Release release, int wanted, long nowMs) {
    int released = 0;
    for (ParkedEntry entry : parked.from(endpoint.key(), endpoint.cursor(), wanted + 1)) {
      endpoint.headIs(entry);
      boolean alike =
          endpoint
              .decide(entry.offset(), entry.parked(), nowMs)
              .getClass()
              .equals(release.getClass());
      if (released == wanted || !alike) {
        break;
      }
      take(endpoint, entry, release);
      released++;
    }
    endpoint.released(release, released, nowMs);
    return released;
  }

  /** Its next turn is when something may change for its oldest delivery. */
  private void schedule(ParkedEndpoint endpoint, long nowMs) {
    turns.schedule(
        endpoint, endpoint.head().map(head -> nextMs(endpoint, head, nowMs)).orElse(nowMs));
  }

  private static long nextMs(ParkedEndpoint endpoint, ParkedEndpoint.Head head, long nowMs) {
    Release release = endpoint.decide(head.offset(), head.parked(), nowMs);
    if (release instanceof Release.Hold hold) {
      endpoint.heldBack();
      return Math.max(nowMs + 1, ceilMs(hold.until()));
    }
    return release instanceof Release.Now ? endpoint.nextAllowanceMs(nowMs) : nowMs;
  }

  /** Not before the time, as there would be nothing to do yet. */
  private static long ceilMs(Instant time) {
    long seconds = time.getEpochSecond();
    if (seconds >= Long.MAX_VALUE / 1_000) {
      return Long.MAX_VALUE;
    }
    return Math.max(0, seconds) * 1_000 + (time.getNano() + 999_999) / 1_000_000;
  }

  /** What is left of a tick. */
  private final class Budget {
    private final long startedNanos = nanoClock.getAsLong();
    private final Duration time;
    private int room;

    Budget(DrainLimit limit) {
      this.time = limit.time();
      this.room = limit.records();
    }

    boolean isLeft() {
      return room > 0 && nanoClock.getAsLong() - startedNanos < time.toNanos();
    }

    void spend(int records) {
      room -= records;
    }

    /** Half of it, so that neither of two kinds of work waits for all of the other. */
    Budget half() {
      return new Budget(new DrainLimit((room + 1) / 2, time.dividedBy(2)));
    }
  }
}
