package dev.barid.dispatcher.lane;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What one endpoint has to itself in its partition's owner: a bounded queue, an in-flight cap and a
 * rate limit. A lane never blocks anyone: what doesn't fit is told a later time instead.
 *
 * <p>Redeliveries have a queue of their own and go first, so that new events can't starve them; but
 * not all of them, since deferred ones come back at the pace of the lane and would starve the new.
 * Times are monotonic nanoseconds. Owner thread only.
 *
 * @param <T> what waits in it
 */
public final class Lane<T> {

  /** The furthest a slot is handed out ahead. */
  static final long HORIZON_NANOS = 3_600_000_000_000L;

  /** What a lane can start within this time it takes, however many that are. */
  static final long TAKE_AHEAD_NANOS = 2_000_000_000L;

  /** What can't start within this time is not taken: as long as it waits it pins its offset. */
  static final long LONGEST_WAIT_NANOS = 30_000_000_000L;

  /** What takes longer than this from its taking to its end is slow. */
  static final long SLOW_NANOS = 1_000_000_000L;

  /** After so many redeliveries a first attempt that waits has its turn. */
  private static final int MOST_IN_A_ROW = 3;

  private static final double SMOOTHING = 0.2;

  /** A pace observed for so long is taken to last this many times as long. */
  private static final int TRUST = 4;

  private final Deque<T> redeliveries = new ArrayDeque<>();
  private final Deque<T> firsts = new ArrayDeque<>();
  private LaneLimits limits;
  private RateLimiter rate;
  private int inFlight;
  private int redeliveriesInARow;

  /** The observed time that one attempt holds a place in flight; 0 until one has ended. */
  private double holdNanos;

  /** When an attempt last ended, or the first of those in flight started. */
  private long progressNanos;

  /** Since when attempts have been in flight without a gap. */
  private long busySinceNanos;

  /** What ended lately of what has been in flight since then. */
  private final Throughput throughput = new Throughput();

  /** The latest slot handed out to a delivery that didn't fit. */
  private long lastSlotNanos;

  public Lane(LaneLimits limits, long nowNanos) {
    this.limits = limits;
    this.rate = new RateLimiter(limits.ratePerSecond(), limits.burst(), nowNanos);
    this.lastSlotNanos = nowNanos;
  }

  /** Sets the limits, which may have changed in the registry; whether they have. */
  public boolean limit(LaneLimits newest, long nowNanos) {
    if (newest.equals(limits)) {
      return false;
    }
    limits = newest;
    rate = new RateLimiter(newest.ratePerSecond(), newest.burst(), nowNanos);
    return true;
  }

  /**
   * Takes a delivery if there is room, else leaves it to the caller to defer it. There is room for
   * a fixed number that need not wait for long, and beyond it for what can start soon: a backlog
   * that only waits for this process is held back at its source, not sent through a delay topic.
   */
  public boolean offer(T delivery, boolean redelivery, long nowNanos) {
    Deque<T> queue = redelivery ? redeliveries : firsts;
    double wait = waitNanos(nowNanos);
    boolean hasRoom = queue.size() < limits.queue() && wait <= LONGEST_WAIT_NANOS;
    if (!hasRoom && wait > TAKE_AHEAD_NANOS) {
      return false;
    }
    queue.addLast(delivery);
    return true;
  }

  /**
   * The time at which a delivery that didn't fit can be taken. Every call hands out the next slot,
   * so that a flood comes back spread at the endpoint's pace. Slots can't be taken back, and a
   * flood is given all of its own within a second: were one slow answer taken for the pace of all,
   * the flood would crawl for as long as it is large. So beyond what the observation warrants, the
   * rate alone counts; should the endpoint stay slow, what comes back too early is put off again.
   */
  public long nextFreeSlotNanos(long nowNanos) {
    double pace = paceNanos(nowNanos);
    double trusted = trustedNanos(nowNanos);
    double cleared = Math.min(waiting() * pace, trusted + waiting() * evenNanos());
    long backlogCleared = nowNanos + (long) Math.min(HORIZON_NANOS, cleared);
    double step = lastSlotNanos - nowNanos < trusted ? pace : evenNanos();
    long slot = Math.max(backlogCleared, lastSlotNanos + (long) step);
    lastSlotNanos = Math.min(slot, nowNanos + HORIZON_NANOS);
    return lastSlotNanos;
  }

  /** Whether an attempt can start now, but for the rate. */
  public boolean hasWorkAndRoom() {
    return inFlight < limits.concurrency() && waiting() > 0;
  }

  /** When the rate allows the next start; in the past or now if at once. */
  public long nextStartNanos() {
    return rate.nextStartNanos();
  }

  /** The next delivery to attempt, which is in flight from now on; empty if none may start. */
  public Optional<T> start(long nowNanos) {
    if (!hasWorkAndRoom() || rate.nextStartNanos() - nowNanos > 0) {
      return Optional.empty();
    }
    T next = next();
    if (inFlight == 0) {
      progressNanos = nowNanos;
      busySinceNanos = nowNanos;
      throughput.restart(nowNanos);
    }
    inFlight++;
    rate.started(nowNanos);
    return Optional.ofNullable(next);
  }

  private @Nullable T next() {
    boolean firstsTurn = redeliveriesInARow >= MOST_IN_A_ROW && !firsts.isEmpty();
    if (firstsTurn || redeliveries.isEmpty()) {
      redeliveriesInARow = 0;
      return firsts.pollFirst();
    }
    redeliveriesInARow++;
    return redeliveries.pollFirst();
  }

  /**
   * An attempt ended.
   *
   * @param heldNanos how long it was in flight
   */
  public void ended(long heldNanos, long nowNanos) {
    inFlight--;
    progressNanos = nowNanos;
    throughput.ended(nowNanos);
    holdNanos = holdNanos == 0 ? heldNanos : holdNanos + SMOOTHING * (heldNanos - holdNanos);
  }

  /** What was started last needed no attempt after all: its place and its turn are free again. */
  public void withdrawn() {
    inFlight--;
    rate.withdrawn();
  }

  /** Takes out what waits and matches, and returns it. */
  public List<T> takeOut(Predicate<T> matches) {
    List<T> taken = new ArrayList<>();
    for (Deque<T> queue : List.of(redeliveries, firsts)) {
      queue.removeIf(waiting -> matches.test(waiting) && taken.add(waiting));
    }
    return taken;
  }

  public int inFlight() {
    return inFlight;
  }

  public int waiting() {
    return redeliveries.size() + firsts.size();
  }

  /** Whether the lane can be forgotten: a new one would behave the same. */
  public boolean isRested(long nowNanos) {
    return inFlight == 0
        && waiting() == 0
        && rate.isRested(nowNanos)
        && lastSlotNanos - nowNanos <= 0;
  }

  /** Whether a delivery taken now would keep others waiting for its end. */
  public boolean isSlow(long nowNanos) {
    double silent = inFlight == 0 ? 0 : nowNanos - progressNanos;
    return waitNanos(nowNanos) + Math.max(holdNanos, silent) > SLOW_NANOS;
  }

  /** How long one more delivery would wait for its start: for its rate's or its service's sake. */
  private double waitNanos(long nowNanos) {
    return Math.max(rate.waitNanos(waiting(), nowNanos), waiting() * serviceNanos(nowNanos));
  }

  /**
   * Nanoseconds between starts that the endpoint keeps up with: its rate or its service. A moment's
   * silence, or one slow answer, is no pace: what ended lately shows what the endpoint can do.
   */
  private double paceNanos(long nowNanos) {
    double service = Math.min(serviceNanos(nowNanos), throughput.nanosEach(nowNanos));
    return Math.min(HORIZON_NANOS, Math.max(evenNanos(), service));
  }

  /**
   * Nanoseconds between ends of attempts. An endpoint that stopped answering is as slow as it has
   * been silent.
   */
  private double serviceNanos(long nowNanos) {
    double silent = inFlight == 0 ? 0 : nowNanos - progressNanos;
    return Math.max(holdNanos, silent) / limits.concurrency();
  }

  /** Nanoseconds between starts that the rate alone allows. */
  private double evenNanos() {
    return Math.min(HORIZON_NANOS, 1e9 / limits.ratePerSecond());
  }

  /** How far ahead the observed pace is taken to last. */
  private double trustedNanos(long nowNanos) {
    double observed = inFlight == 0 ? 0 : nowNanos - busySinceNanos;
    return Math.max(TAKE_AHEAD_NANOS, TRUST * observed);
  }
}
