package dev.barid.core.budget;

/**
 * Keeps retries a small part of what a worker sends, so that an outage which makes everything fail
 * doesn't multiply the load on whatever is left.
 *
 * <p>A retry may go when any of these holds:
 *
 * <ol>
 *   <li>with it, retries are at most the limit's share of all attempts in the window;
 *   <li>with it, its own endpoint's retries are at most that share of its own attempts: an endpoint
 *       that fails now and then never waits because others fail much;
 *   <li>with it, there are no more retries in the last second than the floor: a quiet system, which
 *       has few first attempts to take a share of, drains all the same.
 * </ol>
 *
 * Else it waits. First attempts are counted and never wait.
 *
 * <p>The first rule looks at all retries, those of the second one included; but the second doesn't
 * look at the first. So the worst case, which takes endpoints that fail much and others that fail a
 * little and later, is nearly twice the share, until the window has moved on.
 *
 * <p>Time is the monotonic clock, in nanoseconds. Owner thread only.
 */
public final class RetryBudget {

  private static final int SLICES = 10;
  private static final int SHARE_SLICES = 4;
  private static final long SECOND_NANOS = 1_000_000_000L;

  /** A fifth of ten attempts is two, also where it comes out a little less. */
  private static final double ROUNDING = 1e-9;

  private static final long HORIZON_NANOS = 3600 * SECOND_NANOS;

  private final BudgetLimits limits;
  private final long windowNanos;
  private final RecentCounts worker;
  private final RecentCounts lastSecond;

  /** The latest time handed out to a retry that has to wait. */
  private long lastSlotNanos;

  public RetryBudget(BudgetLimits limits, long nowNanos) {
    this.limits = limits;
    this.windowNanos = limits.window().toNanos();
    this.worker = new RecentCounts(windowNanos, SLICES, nowNanos);
    this.lastSecond = new RecentCounts(SECOND_NANOS, SLICES, nowNanos);
    this.lastSlotNanos = nowNanos;
  }

  /**
   * What one endpoint has sent: some 150 bytes, to live with its lane as long as it isn't rested.
   */
  public static final class Share {
    private final RecentCounts counts;

    private Share(RecentCounts counts) {
      this.counts = counts;
    }

    /** Whether there is nothing to remember: a new one would behave the same. */
    public boolean isRested(long nowNanos) {
      return counts.isEmpty(nowNanos);
    }
  }

  /** A share for an endpoint that has sent nothing yet. */
  public Share newShare(long nowNanos) {
    return new Share(new RecentCounts(windowNanos, SHARE_SLICES, nowNanos));
  }

  /** A first attempt goes out now. */
  public void countFirst(Share endpoint, long nowNanos) {
    worker.countFirst(nowNanos);
    endpoint.counts.countFirst(nowNanos);
  }

  /** Asks for a retry that would go out now. When granted, it is counted. */
  public Permit requestRetry(Share endpoint, long nowNanos) {
    boolean granted =
        fits(worker, nowNanos)
            || fits(endpoint.counts, nowNanos)
            || lastSecond.retries(nowNanos) < limits.floorPerSecond();
    if (!granted) {
      return new Permit.Later(nextSlotNanos(nowNanos));
    }
    worker.countRetry(nowNanos);
    lastSecond.countRetry(nowNanos);
    endpoint.counts.countRetry(nowNanos);
    return new Permit.Granted();
  }

  /** The part of the attempts in the window that were retries, 0 to 1. */
  public double retryShare(long nowNanos) {
    long retries = worker.retries(nowNanos);
    long attempts = worker.firsts(nowNanos) + retries;
    return attempts == 0 ? 0 : (double) retries / attempts;
  }

  /** How many retries the budget has room for now, the floor included, not negative. */
  public long remaining(long nowNanos) {
    long byShare = allowedFor(worker.firsts(nowNanos)) - worker.retries(nowNanos);
    long byFloor = limits.floorPerSecond() - lastSecond.retries(nowNanos);
    return Math.max(0, Math.max(byShare, byFloor));
  }

  private boolean fits(RecentCounts counts, long nowNanos) {
    return counts.retries(nowNanos) < allowedFor(counts.firsts(nowNanos));
  }

  /** The most retries that are within the share beside so many first attempts. */
  private long allowedFor(long firsts) {
    double share = limits.share();
    return share == 1 ? Long.MAX_VALUE : (long) ((double) firsts * share / (1 - share) + ROUNDING);
  }

  /**
   * Times at which retries can be expected to fit, one after the other, so that those that wait
   * don't all come back at once.
   */
  private long nextSlotNanos(long nowNanos) {
    double byFloor = limits.floorPerSecond() * (windowNanos / 1e9);
    double perWindow = Math.max(byFloor, (double) allowedFor(worker.firsts(nowNanos)));
    long pace = (long) (windowNanos / Math.max(1, perWindow));
    long slot = Math.max(nowNanos, lastSlotNanos) + pace;
    lastSlotNanos = Math.min(slot, nowNanos + HORIZON_NANOS);
    return lastSlotNanos;
  }
}
