package dev.barid.core.health;

import static org.assertj.core.api.Assertions.assertThat;

import dev.barid.core.health.Breaker.Open;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@DisplayName("A parked delivery")
class ReleaseRuleTest {
  private static final Instant PARKED_AT = Instant.parse("2026-01-01T00:00:00Z");
  private static final Instant GIVE_UP_AT = PARKED_AT.plus(Duration.ofHours(72));
  private static final Instant NOW = PARKED_AT.plusSeconds(20);
  private static final Instant PROBE_AT = PARKED_AT.plusSeconds(30);
  private static final Duration OPEN_FOR = Duration.ofSeconds(30);
  private static final Parked PARKED = new Parked(4, PARKED_AT, GIVE_UP_AT);
  private static final Release.Now RELEASED = new Release.Now();

  private static EndpointHealth closed(long version) {
    return new EndpointHealth(version, Breaker.HEALTHY, 0, Optional.empty(), 0, 10);
  }

  private static EndpointHealth open(long version) {
    return closed(version).with(new Open(PARKED_AT, OPEN_FOR, PROBE_AT));
  }

  private static EndpointHealth paused(long version) {
    return open(version).with(Optional.of(new Pause(PARKED_AT, PauseReason.GONE)));
  }

  private static Release decide(EndpointHealth newest, Instant now) {
    return ReleaseRule.decide(PARKED, Optional.of(newest), Optional.empty(), now);
  }

  private static Release hold(Instant until) {
    return new Release.Hold(until);
  }

  @Test
  @Tag("R-I3")
  void goesOnceALaterOrTheSameVersionHoldsNothing() {
    assertThat(decide(closed(5), NOW)).isEqualTo(RELEASED);
    assertThat(decide(closed(4), NOW)).isEqualTo(RELEASED);
  }

  @Test
  @Tag("R-I3")
  void waitsForTheVersionThatParkedItButNotForEver() {
    Instant graceEnds = PARKED_AT.plus(ReleaseRule.GRACE);

    assertThat(decide(closed(3), NOW)).isEqualTo(hold(graceEnds));
    assertThat(decide(open(3), PROBE_AT)).isEqualTo(hold(graceEnds));
    assertThat(ReleaseRule.decide(PARKED, Optional.empty(), Optional.empty(), NOW))
        .isEqualTo(hold(graceEnds));
    assertThat(decide(closed(3), graceEnds)).isEqualTo(RELEASED);
    assertThat(ReleaseRule.decide(PARKED, Optional.empty(), Optional.empty(), graceEnds))
        .isEqualTo(RELEASED);
    assertThat(decide(paused(3), graceEnds)).isEqualTo(hold(GIVE_UP_AT));
  }

  @Test
  @Tag("R-I6")
  void staysWhileTheEndpointIsPausedAndIsNoProbe() {
    assertThat(decide(paused(4), NOW)).isEqualTo(hold(GIVE_UP_AT));
    assertThat(decide(paused(9), GIVE_UP_AT.minusMillis(1))).isEqualTo(hold(GIVE_UP_AT));
  }

  @Test
  @Tag("R-B4")
  void goesAtItsGiveUpTimeWhateverTheHealth() {
    for (EndpointHealth health : new EndpointHealth[] {closed(3), closed(5), open(5), paused(5)}) {
      assertThat(decide(health, GIVE_UP_AT)).isEqualTo(new Release.Expired());
    }
    assertThat(ReleaseRule.decide(PARKED, Optional.empty(), Optional.empty(), GIVE_UP_AT))
        .isEqualTo(new Release.Expired());
    Parked shortLived = new Parked(4, PARKED_AT, NOW.plusSeconds(1));
    assertThat(ReleaseRule.decide(shortLived, Optional.of(open(4)), Optional.empty(), NOW))
        .isEqualTo(hold(NOW.plusSeconds(1)));
    assertThat(ReleaseRule.decide(shortLived, Optional.of(closed(3)), Optional.empty(), NOW))
        .isEqualTo(hold(NOW.plusSeconds(1)));
  }

  @Nested
  @DisplayName("is the probe")
  class IsTheProbe {
    private static Release decide(EndpointHealth health, ProbeSent sent, Instant now) {
      return ReleaseRule.decide(PARKED, Optional.of(health), Optional.of(sent), now);
    }

    @Test
    @Tag("R-I4")
    void whenItsTimeHasComeAndNotBefore() {
      assertThat(ReleaseRuleTest.decide(open(4), PROBE_AT.minusMillis(1)))
          .isEqualTo(hold(PROBE_AT));
      assertThat(ReleaseRuleTest.decide(open(4), PROBE_AT)).isEqualTo(new Release.AsProbe(4));
      assertThat(ReleaseRuleTest.decide(open(6), PROBE_AT))
          .as("parked by an earlier version that was open")
          .isEqualTo(new Release.AsProbe(6));
    }

    @Test
    @Tag("R-I4")
    void onceForEachVersion() {
      ProbeSent sent = new ProbeSent(4, PROBE_AT);

      assertThat(decide(open(4), sent, PROBE_AT)).isEqualTo(hold(PROBE_AT.plus(OPEN_FOR)));
      assertThat(decide(open(5), sent, PROBE_AT)).isEqualTo(new Release.AsProbe(5));
    }

    @Test
    @Tag("R-I4")
    void againIfNothingIsHeardOfTheLastOneForAnotherOpenTime() {
      ProbeSent sent = new ProbeSent(4, PROBE_AT.plusSeconds(2));
      Instant again = PROBE_AT.plusSeconds(2).plus(OPEN_FOR);

      assertThat(decide(open(4), sent, again.minusMillis(1))).isEqualTo(hold(again));
      assertThat(decide(open(4), sent, again)).isEqualTo(new Release.AsProbe(4));
    }

    @Test
    void neverOfAnEndpointThatHoldsNothingOrIsPaused() {
      assertThat(ReleaseRule.nextProbeAt(closed(4), Optional.empty())).isEmpty();
      assertThat(ReleaseRule.nextProbeAt(paused(4), Optional.empty())).isEmpty();
    }
  }
}
