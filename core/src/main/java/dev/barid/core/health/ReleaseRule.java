package dev.barid.core.health;

import dev.barid.core.health.Breaker.Open;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * The scheduler's side of parking: when a parked delivery may go. Pure.
 *
 * <p>Parked deliveries and health come over two topics, which have no order between them. So a
 * delivery that was parked by a later version than the newest one known here waits for that version
 * to arrive: the newest known one may well be the one that came before the trouble. It doesn't wait
 * for ever: if after {@link #GRACE} nothing has come, then nothing will (the endpoint was deleted,
 * or deleted and made anew, or its health was damaged), and what is known decides. At worst the
 * dispatcher parks it again.
 */
public final class ReleaseRule {

  /** How long a delivery waits for the health that parked it. */
  public static final Duration GRACE = Duration.ofMinutes(1);

  private ReleaseRule() {}

  /**
   * Whether a parked delivery may go. To be asked when it arrives, when its endpoint's health
   * changes, and at the time that the last answer named.
   *
   * @param parked the delivery
   * @param newest its endpoint's health as far as it is known; empty if there is none, or not yet.
   *     When the health's tombstone is read, all that the endpoint holds may go without asking
   * @param lastProbe the endpoint's last probe, if one was sent
   * @param now the scheduler's clock
   */
  public static Release decide(
      Parked parked, Optional<EndpointHealth> newest, Optional<ProbeSent> lastProbe, Instant now) {
    if (!now.isBefore(parked.giveUpAt())) {
      return new Release.Expired();
    }
    long known = newest.map(EndpointHealth::version).orElse(-1L);
    Instant graceEnds = parked.parkedAt().plus(GRACE);
    if (known < parked.version() && now.isBefore(graceEnds)) {
      return new Release.Hold(earlier(graceEnds, parked.giveUpAt()));
    }
    return newest
        .filter(EndpointHealth::holds)
        .map(health -> held(health, parked, lastProbe, now))
        .orElseGet(Release.Now::new);
  }

  /**
   * When a parked delivery is to be released as the probe; empty if none is, since the endpoint
   * holds nothing or is paused.
   *
   * <p>One for each version that asks for it. If no newer version says how it went within another
   * open time, it came to no attempt (it expired on the way, say), and the next one goes.
   */
  public static Optional<Instant> nextProbeAt(
      EndpointHealth health, Optional<ProbeSent> lastProbe) {
    Duration interval = health.openPeriod().map(Open::openFor).orElse(Duration.ZERO);
    return health
        .nextProbeAt()
        .map(
            at ->
                lastProbe
                    .filter(sent -> sent.version() == health.version())
                    .map(sent -> later(at, sent.at().plus(interval)))
                    .orElse(at));
  }

  private static Release held(
      EndpointHealth health, Parked parked, Optional<ProbeSent> lastProbe, Instant now) {
    Optional<Instant> probeAt = nextProbeAt(health, lastProbe);
    if (probeAt.isPresent() && !now.isBefore(probeAt.get())) {
      return new Release.AsProbe(health.version());
    }
    return new Release.Hold(
        probeAt.map(at -> earlier(at, parked.giveUpAt())).orElse(parked.giveUpAt()));
  }

  private static Instant earlier(Instant one, Instant other) {
    return one.isBefore(other) ? one : other;
  }

  private static Instant later(Instant one, Instant other) {
    return one.isAfter(other) ? one : other;
  }
}
