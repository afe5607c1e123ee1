package dev.barid.core.health;

import dev.barid.core.health.Breaker.Closed;
import dev.barid.core.health.Breaker.HalfOpen;
import dev.barid.core.health.Breaker.Open;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * How an endpoint is doing, as its partition's owner knows it and, but for what is counted while
 * nothing is wrong, as the topic {@code endpoint-health} has it. Immutable; {@link HealthRules}
 * makes the next one.
 *
 * @param version rises by one with every change that is written to the topic; 0 before the first
 * @param breaker the circuit breaker
 * @param permanentStreak permanent failures since the last success
 * @param pause present while the endpoint is paused
 * @param resumeGeneration the newest resume that was heeded, epoch milliseconds; 0 for none
 * @param releaseRate parked deliveries to release per second once it holds nothing, above 0
 */
public record EndpointHealth(
    long version,
    Breaker breaker,
    int permanentStreak,
    Optional<Pause> pause,
    long resumeGeneration,
    double releaseRate) {

  /**
   * The health of an endpoint that nothing is known of.
   *
   * @param resumeGeneration the registry's as of now: a resume from before is no news
   * @param releaseRate parked deliveries to release per second
   */
  public static EndpointHealth unknown(long resumeGeneration, double releaseRate) {
    return new EndpointHealth(
        0, Breaker.HEALTHY, 0, Optional.empty(), resumeGeneration, releaseRate);
  }

  /** What to do with a delivery that is ready at {@code now}, wherever it came from. */
  public Admission admission(Instant now) {
    return admission(now, OptionalLong.empty());
  }

  /**
   * What to do with a delivery that is ready. A probe sent by the scheduler is let out although
   * this process's clock is behind the scheduler's: else it would be parked again, and the endpoint
   * would wait another interval for each of the two clocks' disagreements.
   *
   * @param now the wall clock's reading
   * @param sentAsProbe the version that the scheduler released it as the probe of, if it did
   */
  public Admission admission(Instant now, OptionalLong sentAsProbe) {
    if (pause.isPresent() || breaker instanceof HalfOpen) {
      return new Admission.Park(version);
    }
    if (breaker instanceof Open open) {
      boolean due = !now.isBefore(open.openUntil());
      boolean sent = sentAsProbe.isPresent() && sentAsProbe.getAsLong() == version;
      return due || sent ? new Admission.Probe(version) : new Admission.Park(version);
    }
    return new Admission.Pass();
  }

  /**
   * The probe is out. Not written to the topic, so the version stays.
   *
   * @throws IllegalStateException unless {@link #admission} just said probe
   */
  public EndpointHealth probing() {
    if (pause.isEmpty() && breaker instanceof Open open) {
      return with(new HalfOpen(open));
    }
    throw new IllegalStateException(
        "breaker \"" + breaker.wireName() + "\" (expected: open, and the endpoint not paused)");
  }

  /**
   * The probe came to no attempt, or to one that doesn't count: expired, cut off by a shutdown. The
   * next delivery to come is the probe.
   *
   * @param probe the version that it was admitted under; another one's changes nothing
   */
  public EndpointHealth withdrawn(long probe) {
    return isProbe(OptionalLong.of(probe)) && breaker instanceof HalfOpen halfOpen
        ? with(halfOpen.before())
        : this;
  }

  /** When a parked delivery is to be released as the probe; empty if none is. */
  public Optional<Instant> nextProbeAt() {
    return pause.isPresent() ? Optional.empty() : openPeriod().map(Open::openUntil);
  }

  /** Whether deliveries are to stay parked. */
  public boolean holds() {
    return pause.isPresent() || !(breaker instanceof Closed);
  }

  /** The open period, a probe being out or not; empty while the breaker is closed. */
  public Optional<Open> openPeriod() {
    if (breaker instanceof HalfOpen halfOpen) {
      return Optional.of(halfOpen.before());
    }
    return breaker instanceof Open open ? Optional.of(open) : Optional.empty();
  }

  /** The health as the topic has it: a probe that is out isn't known there. */
  public EndpointHealth stored() {
    return breaker instanceof HalfOpen halfOpen ? with(halfOpen.before()) : this;
  }

  /** Whether an attempt admitted under that version is the probe that is out. */
  boolean isProbe(OptionalLong probe) {
    return breaker instanceof HalfOpen && probe.isPresent() && probe.getAsLong() == version;
  }

  EndpointHealth with(Breaker other) {
    return new EndpointHealth(
        version, other, permanentStreak, pause, resumeGeneration, releaseRate);
  }

  EndpointHealth with(Optional<Pause> other) {
    return new EndpointHealth(
        version, breaker, permanentStreak, other, resumeGeneration, releaseRate);
  }

  EndpointHealth withPermanentStreak(int streak) {
    return new EndpointHealth(version, breaker, streak, pause, resumeGeneration, releaseRate);
  }

  EndpointHealth refusedOnceMore() {
    // Stops at a number that means "far too many", since an overflow would mean none.
    return withPermanentStreak(Math.min(permanentStreak, Integer.MAX_VALUE - 1) + 1);
  }

  EndpointHealth withResumeGeneration(long generation) {
    return new EndpointHealth(version, breaker, permanentStreak, pause, generation, releaseRate);
  }

  /** The next version, to be written; whatever is written is not half-open. */
  EndpointHealth changed(double rate) {
    return new EndpointHealth(
        version + 1, stored().breaker(), permanentStreak, pause, resumeGeneration, rate);
  }
}
