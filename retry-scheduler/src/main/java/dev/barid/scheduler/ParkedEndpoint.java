package dev.barid.scheduler;

import dev.barid.core.health.EndpointHealth;
import dev.barid.core.health.HealthJson;
import dev.barid.core.health.Parked;
import dev.barid.core.health.ProbeSent;
import dev.barid.core.health.Release;
import dev.barid.core.health.ReleasePace;
import dev.barid.core.health.ReleaseRule;
import dev.barid.core.subscriber.EndpointKey;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the scheduler remembers of an endpoint; all but the head is saved.
 *
 * <p>Not thread-safe: used by its stream thread alone.
 */
final class ParkedEndpoint {

  /** Deliveries per second that are released while no health says how many. */
  static final double DEFAULT_RATE = 100;

  /** The oldest delivery that it has parked. */
  record Head(long offset, Parked parked) {}

  /** The pace as of a time, epoch milliseconds. */
  private record Paced(ReleasePace pace, long atMs) {}

  private static final byte VERSION = 1;
  private static final int FIXED_BYTES = 2 + 6 * Long.BYTES;
  private static final byte HOLDING = 1;
  private static final byte PROBED = 2;
  private static final byte PACED = 4;

  private final EndpointKey key;
  private boolean holding;
  private long cursor;
  private long freeThrough = -1;
  private byte[] healthJson = new byte[0];
  private Optional<EndpointHealth> health = Optional.empty();
  private Optional<ProbeSent> lastProbe = Optional.empty();
  private Optional<Paced> paced = Optional.empty();
  private @Nullable Head head;

  ParkedEndpoint(EndpointKey key) {
    this.key = key;
  }

  EndpointKey key() {
    return key;
  }

  /** Whether anything is parked for it. */
  boolean isHolding() {
    return holding;
  }

  boolean isHealthKnown() {
    return health.isPresent();
  }

  /** No delivery before this offset is parked for it. */
  long cursor() {
    return cursor;
  }

  /** Empty while nothing is parked, and until it is looked for. */
  Optional<Head> head() {
    return Optional.ofNullable(head);
  }

  /** Its first delivery is parked. */
  void beginHolding(ParkedEntry entry) {
    holding = true;
    headIs(entry);
  }

  void endHolding() {
    holding = false;
    head = null;
  }

  /** That is its oldest one. */
  void headIs(ParkedEntry entry) {
    head = new Head(entry.offset(), entry.parked());
    cursor = entry.offset();
  }

  /** One is no longer parked. */
  void took(ParkedEntry entry) {
    if (entry.offset() == cursor) {
      cursor++;
      head = null;
    }
  }

  /** Newer health was read. */
  void heard(EndpointHealth newest, byte[] json) {
    health = Optional.of(newest);
    healthJson = json;
    if (newest.holds()) {
      freeThrough = -1;
      heldBack();
    }
  }

  /**
   * Its health was deleted: what is parked until now may go.
   *
   * @param last the newest delivery's offset, -1 for none
   */
  void forgotten(long last) {
    health = Optional.empty();
    healthJson = new byte[0];
    lastProbe = Optional.empty();
    freeThrough = last;
  }

  /** What becomes of one of its deliveries now. */
  Release decide(long offset, Parked parked, long nowMs) {
    Instant now = Instant.ofEpochMilli(nowMs);
    Release release = ReleaseRule.decide(parked, health, lastProbe, now);
    boolean free = offset <= freeThrough && !(release instanceof Release.Expired);
    return free ? new Release.Now() : release;
  }

  /**
   * How many deliveries may go at the endpoint's pace. The first one needn't wait: credit is
   * gathered from when one could go, so that an endpoint which recovers isn't met by a burst.
   */
  int allowance(long nowMs) {
    Paced before = paced.orElseGet(() -> new Paced(new ReleasePace(1), nowMs));
    Duration elapsed = Duration.ofMillis(Math.max(0, nowMs - before.atMs()));
    Paced after = new Paced(before.pace().afterWaiting(rate(), elapsed), nowMs);
    paced = Optional.of(after);
    return after.pace().allowance();
  }

  /** When the next one may go at the endpoint's pace, epoch milliseconds. */
  long nextAllowanceMs(long nowMs) {
    if (allowance(nowMs) > 0) {
      return nowMs;
    }
    double missing = 1 - paced.orElseThrow().pace().credit();
    return nowMs + Math.max(1, (long) Math.ceil(missing / rate() * 1_000));
  }

  /** So many were released for that reason. */
  void released(Release release, int count, long nowMs) {
    if (release instanceof Release.AsProbe probe) {
      lastProbe = Optional.of(new ProbeSent(probe.version(), Instant.ofEpochMilli(nowMs)));
    } else if (release instanceof Release.Now) {
      paced = paced.map(before -> new Paced(before.pace().released(count), nowMs));
    }
  }

  /** Nothing may go now, so no credit is gathered. */
  void heldBack() {
    paced = Optional.empty();
  }

  private double rate() {
    return health.map(EndpointHealth::releaseRate).orElse(DEFAULT_RATE);
  }

  byte[] encode() {
    int flags = (holding ? HOLDING : 0) | (lastProbe.isPresent() ? PROBED : 0);
    ProbeSent probe = lastProbe.orElse(new ProbeSent(0, Instant.EPOCH));
    Paced pace = paced.orElse(new Paced(ReleasePace.FRESH, 0));
    return ByteBuffer.allocate(FIXED_BYTES + healthJson.length)
        .put(VERSION)
        .put((byte) (flags | (paced.isPresent() ? PACED : 0)))
        .putLong(cursor)
        .putLong(freeThrough)
        .putLong(probe.version())
        .putLong(probe.at().toEpochMilli())
        .putDouble(pace.pace().credit())
        .putLong(pace.atMs())
        .put(healthJson)
        .array();
  }

  /**
   * @throws IllegalStateException if another version wrote the bytes
   */
  static ParkedEndpoint decode(EndpointKey key, byte[] bytes) {
    ByteBuffer in = ByteBuffer.wrap(bytes);
    byte version = in.get();
    if (version != VERSION) {
      throw new IllegalStateException(
          "version of a parked endpoint \"" + version + "\" (expected: " + VERSION + ")");
    }
    byte flags = in.get();
    ParkedEndpoint endpoint = new ParkedEndpoint(key);
    endpoint.holding = (flags & HOLDING) != 0;
    endpoint.cursor = in.getLong();
    endpoint.freeThrough = in.getLong();
    ProbeSent probe = new ProbeSent(in.getLong(), Instant.ofEpochMilli(in.getLong()));
    endpoint.lastProbe = (flags & PROBED) != 0 ? Optional.of(probe) : Optional.empty();
    Paced pace = new Paced(new ReleasePace(in.getDouble()), in.getLong());
    endpoint.paced = (flags & PACED) != 0 ? Optional.of(pace) : Optional.empty();
    endpoint.healthJson = new byte[in.remaining()];
    in.get(endpoint.healthJson);
    if (endpoint.healthJson.length > 0) {
      endpoint.health = HealthJson.read(endpoint.healthJson);
    }
    return endpoint;
  }
}
