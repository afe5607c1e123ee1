package dev.barid.core.health;

import dev.barid.core.health.Breaker.Closed;
import dev.barid.core.health.Breaker.Open;
import dev.barid.core.health.HealthStep.Change;
import dev.barid.core.policy.BreakerPolicy;
import dev.barid.core.subscriber.EndpointState;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.UnaryOperator;

/**
 * How an endpoint's health moves. Pure: time is an argument, nothing is kept.
 *
 * <ul>
 *   <li><b>Closed</b>: counts failures since the last success; enough of them open the breaker.
 *       Neither 429 nor a permanent answer counts, and neither resets the count.
 *   <li><b>Open</b>: the results of attempts that were in flight when it opened change nothing,
 *       unless one is a success: then the endpoint works, and the breaker closes.
 *   <li><b>Half-open</b>: the probe's success closes the breaker, its failure opens it for twice as
 *       long, up to the cap; any other answer opens it for as long as before.
 *   <li><b>Paused</b>, beside any of them: begun by more than {@value #MOST_REFUSALS} refusals
 *       since the last success, by 410, or by the registry. A success doesn't end a pause: only a
 *       resume does, or, for the registry's own, the registry.
 * </ul>
 *
 * Only the breaker's and the pause's changes are written to the topic, each with a new version.
 * What is counted below that is the owner's alone, and starts at nothing after a restart and with
 * each move of the partition.
 *
 * @param breaker the endpoint's policy as it is now
 * @param releaseRate parked deliveries to release per second, as the endpoint takes them now
 */
public record HealthRules(BreakerPolicy breaker, double releaseRate) {

  /** One more refusal than this since the last success pauses the endpoint. */
  public static final int MOST_REFUSALS = 100;

  /**
   * An attempt ended.
   *
   * @param health the health until now
   * @param signal what the attempt says
   * @param probe the version that it was admitted under as the probe, if it was
   * @param now the wall clock's reading
   */
  public HealthStep after(EndpointHealth health, Signal signal, OptionalLong probe, Instant now) {
    return switch (signal) {
      case SUCCESS -> succeeded(health);
      case FAILURE -> failed(health, probe, now);
      case REFUSAL -> refused(health.refusedOnceMore(), probe, now);
      case GONE -> gone(health.refusedOnceMore(), probe, now);
      case NEUTRAL -> neutral(health, probe, now);
    };
  }

  /**
   * Brings the health in line with the registry's entry. To be called when the health or the entry
   * is first seen or changes; it says so when there is nothing to change.
   *
   * <p>A disabled endpoint holds nothing, so that what is parked comes out and is dead-lettered.
   *
   * @param health the health until now
   * @param state the operator's word
   * @param resumeGeneration when an operator last resumed the endpoint, epoch milliseconds, 0 for
   *     never; one that is newer than the health's ends a pause that Barid began
   * @param now the wall clock's reading
   */
  public HealthStep inLineWith(
      EndpointHealth health, EndpointState state, long resumeGeneration, Instant now) {
    boolean resumed = resumeGeneration > health.resumeGeneration();
    EndpointHealth heeded = resumed ? resumed(health, resumeGeneration, now) : health;
    EndpointHealth wanted =
        switch (state) {
          case ACTIVE -> heeded.with(begunByBarid(heeded.pause()));
          case PAUSED ->
              heeded.with(
                  heeded.pause().or(() -> Optional.of(new Pause(now, PauseReason.OPERATOR))));
          case DISABLED ->
              heeded.with(Breaker.HEALTHY).with(Optional.<Pause>empty()).withPermanentStreak(0);
        };
    boolean same =
        wanted.pause().equals(health.pause()) && wanted.openPeriod().equals(health.openPeriod());
    if (same) {
      return unchanged(wanted);
    }
    return changed(wanted, wanted.pause().isPresent() ? Change.PAUSED : Change.RESUMED);
  }

  private HealthStep succeeded(EndpointHealth health) {
    EndpointHealth well = health.with(Breaker.HEALTHY).withPermanentStreak(0);
    return health.breaker() instanceof Closed ? unchanged(well) : changed(well, Change.CLOSED);
  }

  private HealthStep failed(EndpointHealth health, OptionalLong probe, Instant now) {
    if (health.breaker() instanceof Closed closed) {
      int streak = closed.streak() + 1;
      if (streak < breaker.failures()) {
        return unchanged(health.with(new Closed(streak)));
      }
      Duration openFor = breaker.openFor();
      return changed(health.with(new Open(now, openFor, now.plus(openFor))), Change.OPENED);
    }
    return stillOpen(health, probedInVain(health, probe, this::grown, now));
  }

  private HealthStep refused(EndpointHealth health, OptionalLong probe, Instant now) {
    EndpointHealth settled = probedInVain(health, probe, UnaryOperator.identity(), now);
    return settled.permanentStreak() > MOST_REFUSALS
        ? paused(health, settled, PauseReason.PERMANENT_FAILURES, now)
        : stillOpen(health, settled);
  }

  private HealthStep gone(EndpointHealth health, OptionalLong probe, Instant now) {
    EndpointHealth settled = probedInVain(health, probe, UnaryOperator.identity(), now);
    return paused(health, settled, PauseReason.GONE, now);
  }

  private HealthStep neutral(EndpointHealth health, OptionalLong probe, Instant now) {
    return stillOpen(health, probedInVain(health, probe, UnaryOperator.identity(), now));
  }

  /** The first reason of ours counts: attempts that were in flight then don't change it. */
  private HealthStep paused(
      EndpointHealth health, EndpointHealth settled, PauseReason reason, Instant now) {
    return begunByBarid(health.pause()).isPresent()
        ? stillOpen(health, settled)
        : changed(settled.with(Optional.of(new Pause(now, reason))), Change.PAUSED);
  }

  private HealthStep stillOpen(EndpointHealth health, EndpointHealth settled) {
    return settled.openPeriod().equals(health.openPeriod())
        ? unchanged(settled)
        : changed(settled, Change.STILL_OPEN);
  }

  /** Open again if the attempt was the probe, else as before. */
  private static EndpointHealth probedInVain(
      EndpointHealth health, OptionalLong probe, UnaryOperator<Duration> openFor, Instant now) {
    if (!health.isProbe(probe)) {
      return health;
    }
    Open before = health.openPeriod().orElseThrow();
    return health.with(before.again(openFor.apply(before.openFor()), now));
  }

  /** Twice as long, within what the policy allows now. */
  private Duration grown(Duration openFor) {
    Duration doubled = openFor.multipliedBy(2);
    Duration least = breaker.openFor();
    Duration most = breaker.openForCap();
    Duration atLeast = doubled.compareTo(least) < 0 ? least : doubled;
    return atLeast.compareTo(most) > 0 ? most : atLeast;
  }

  private static EndpointHealth resumed(EndpointHealth health, long generation, Instant now) {
    EndpointHealth heeded =
        health
            .withResumeGeneration(generation)
            .withPermanentStreak(0)
            .with(health.pause().filter(pause -> pause.reason() == PauseReason.OPERATOR));
    return heeded.breaker() instanceof Open open && open.openUntil().isAfter(now)
        ? heeded.with(new Open(open.openedAt(), open.openFor(), now))
        : heeded;
  }

  private static Optional<Pause> begunByBarid(Optional<Pause> pause) {
    return pause.filter(begun -> begun.reason() != PauseReason.OPERATOR);
  }

  private HealthStep changed(EndpointHealth health, Change change) {
    return new HealthStep(health.changed(releaseRate), Optional.of(change));
  }

  private static HealthStep unchanged(EndpointHealth health) {
    return new HealthStep(health, Optional.empty());
  }
}
