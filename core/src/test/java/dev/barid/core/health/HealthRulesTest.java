package dev.barid.core.health;

import static dev.barid.core.health.Signal.FAILURE;
import static dev.barid.core.health.Signal.GONE;
import static dev.barid.core.health.Signal.NEUTRAL;
import static dev.barid.core.health.Signal.REFUSAL;
import static dev.barid.core.health.Signal.SUCCESS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.barid.core.health.Breaker.Closed;
import dev.barid.core.health.Breaker.HalfOpen;
import dev.barid.core.health.Breaker.Open;
import dev.barid.core.health.HealthStep.Change;
import dev.barid.core.policy.BreakerPolicy;
import dev.barid.core.subscriber.EndpointState;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("An endpoint's health")
class HealthRulesTest {
  private static final Instant T0 = Instant.parse("2026-01-01T00:00:00Z");
  private static final Duration OPEN_FOR = Duration.ofSeconds(30);
  private static final HealthRules RULES =
      new HealthRules(new BreakerPolicy(5, OPEN_FOR, Duration.ofMinutes(10)), 100);
  private static final EndpointHealth FRESH = EndpointHealth.unknown(0, 100);
  private static final Admission PASS = new Admission.Pass();

  private static HealthStep after(EndpointHealth health, Signal signal, Instant now) {
    return RULES.after(health, signal, OptionalLong.empty(), now);
  }

  private static EndpointHealth after(EndpointHealth health, Signal signal, int times) {
    EndpointHealth last = health;
    for (int i = 0; i < times; i++) {
      last = after(last, signal, T0).health();
    }
    return last;
  }

  private static EndpointHealth opened() {
    return after(FRESH, FAILURE, 5);
  }

  private static HealthStep probed(EndpointHealth open, Signal signal, Instant now) {
    return RULES.after(open.probing(), signal, OptionalLong.of(open.version()), now);
  }

  private static Optional<PauseReason> pausedFor(EndpointHealth health) {
    return health.pause().map(Pause::reason);
  }

  @Nested
  @DisplayName("while the breaker is closed")
  class WhileClosed {
    @Test
    @Tag("R-I3")
    void opensAfterFiveFailuresInARow() {
      EndpointHealth four = after(FRESH, FAILURE, 4);
      HealthStep fifth = after(four, FAILURE, T0);

      assertThat(four.admission(T0)).isEqualTo(PASS);
      assertThat(four.version()).isZero();
      assertThat(fifth.change()).contains(Change.OPENED);
      assertThat(fifth.health().version()).isEqualTo(1);
      assertThat(fifth.health().breaker()).isEqualTo(new Open(T0, OPEN_FOR, T0.plus(OPEN_FOR)));
      assertThat(fifth.health().nextProbeAt()).contains(T0.plus(OPEN_FOR));
    }

    @Test
    @Tag("R-I3")
    void countsFromTheStartAfterASuccess() {
      EndpointHealth health = after(after(after(FRESH, FAILURE, 4), SUCCESS, 1), FAILURE, 4);

      assertThat(health.breaker()).isEqualTo(new Closed(4));
    }

    @ParameterizedTest
    @CsvSource({"NEUTRAL", "REFUSAL"})
    @Tag("R-I3")
    void neitherOpensNorForgetsFailuresForA429OrAPermanentAnswer(Signal signal) {
      EndpointHealth health = after(after(FRESH, FAILURE, 4), signal, 90);

      assertThat(health.breaker()).isEqualTo(new Closed(4));
      assertThat(after(health, FAILURE, T0).change()).contains(Change.OPENED);
    }

    @Test
    void isWrittenOnlyWhenSomethingChanged() {
      assertThat(after(FRESH, SUCCESS, T0)).isEqualTo(new HealthStep(FRESH, Optional.empty()));
      assertThat(after(FRESH, FAILURE, T0).change()).isEmpty();
      assertThat(after(FRESH, REFUSAL, T0).change()).isEmpty();
      assertThat(after(FRESH, NEUTRAL, T0).change()).isEmpty();
    }
  }

  @Nested
  @DisplayName("while the breaker is open")
  class WhileOpen {
    @Test
    @Tag("R-I4")
    void parksAllUntilItsTimeAndThenLetsOneProbeOut() {
      EndpointHealth open = opened();
      Instant until = T0.plus(OPEN_FOR);

      assertThat(open.admission(T0)).isEqualTo(new Admission.Park(1));
      assertThat(open.admission(until.minusMillis(1))).isEqualTo(new Admission.Park(1));
      assertThat(open.admission(until)).isEqualTo(new Admission.Probe(1));
      assertThat(open.probing().admission(until)).isEqualTo(new Admission.Park(1));
      assertThat(open.probing().admission(until.plus(Duration.ofDays(1))))
          .isEqualTo(new Admission.Park(1));
    }

    @Test
    @Tag("R-I4")
    void letsTheSchedulersProbeOutThoughItsClockIsBehind() {
      EndpointHealth open = opened();

      assertThat(open.admission(T0, OptionalLong.of(1))).isEqualTo(new Admission.Probe(1));
      assertThat(open.admission(T0, OptionalLong.of(0)))
          .as("a probe of an earlier time")
          .isEqualTo(new Admission.Park(1));
      assertThat(open.probing().admission(T0, OptionalLong.of(1)))
          .as("a second probe")
          .isEqualTo(new Admission.Park(1));
    }

    @ParameterizedTest
    @CsvSource({"FAILURE", "REFUSAL", "NEUTRAL"})
    @Tag("R-I3")
    void isNotChangedByAttemptsThatWereInFlight(Signal signal) {
      EndpointHealth open = opened();

      HealthStep step = after(open, signal, T0.plusSeconds(10));

      assertThat(step.change()).isEmpty();
      assertThat(step.health().breaker()).isEqualTo(open.breaker());
      assertThat(after(open.probing(), signal, T0.plusSeconds(40)).health().breaker())
          .isEqualTo(open.probing().breaker());
    }

    @Test
    @Tag("R-I3")
    void closesWhenAnAttemptThatWasInFlightSucceeds() {
      HealthStep step = after(opened(), SUCCESS, T0);

      assertThat(step.change()).contains(Change.CLOSED);
      assertThat(step.health().breaker()).isEqualTo(Breaker.HEALTHY);
      assertThat(step.health().version()).isEqualTo(2);
    }
  }

  @Nested
  @DisplayName("when its probe ends")
  class WhenProbed {
    @Test
    @Tag("R-I3")
    void closesOnSuccess() {
      HealthStep step = probed(opened(), SUCCESS, T0.plusSeconds(31));

      assertThat(step.change()).contains(Change.CLOSED);
      assertThat(step.health().holds()).isFalse();
      assertThat(step.health().admission(T0)).isEqualTo(PASS);
      assertThat(step.health().version()).isEqualTo(2);
    }

    @Test
    @Tag("R-I3")
    void staysOpenForTwiceAsLongEachTimeUpToTheCap() {
      EndpointHealth health = opened();
      Instant now = T0;
      long[] seconds = {60, 120, 240, 480, 600, 600};
      for (int i = 0; i < seconds.length; i++) {
        now = health.nextProbeAt().orElseThrow();
        HealthStep step = probed(health, FAILURE, now);
        health = step.health();

        assertThat(step.change()).contains(Change.STILL_OPEN);
        assertThat(health.version()).isEqualTo(2 + i);
        assertThat(health.breaker())
            .isEqualTo(new Open(T0, Duration.ofSeconds(seconds[i]), now.plusSeconds(seconds[i])));
      }
    }

    @ParameterizedTest
    @CsvSource({"NEUTRAL", "REFUSAL"})
    @Tag("R-I3")
    void staysOpenForAsLongAsBeforeWhenTheAnswerSaysNothing(Signal signal) {
      Instant now = T0.plusSeconds(31);

      HealthStep step = probed(opened(), signal, now);

      assertThat(step.change()).contains(Change.STILL_OPEN);
      assertThat(step.health().breaker()).isEqualTo(new Open(T0, OPEN_FOR, now.plus(OPEN_FOR)));
    }

    @Test
    @Tag("R-C8")
    void letsTheNextOneProbeIfThisOneCameToNoAttempt() {
      EndpointHealth open = opened();

      assertThat(open.probing().withdrawn(1)).isEqualTo(open);
      assertThat(open.probing().withdrawn(7)).isEqualTo(open.probing());
      assertThat(FRESH.withdrawn(0)).isEqualTo(FRESH);
    }

    @Test
    void isNotMovedByAProbeOfAnEarlierTime() {
      EndpointHealth closed = after(opened(), SUCCESS, T0).health();
      EndpointHealth openAgain = after(closed, FAILURE, 5).probing();

      HealthStep step = RULES.after(openAgain, FAILURE, OptionalLong.of(1), T0.plusSeconds(40));

      assertThat(step).isEqualTo(new HealthStep(openAgain, Optional.empty()));
    }

    @Test
    void canNotHappenUnlessAProbeIsDue() {
      assertThatThrownBy(FRESH::probing)
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("breaker \"closed\"");
      assertThatThrownBy(() -> after(opened(), GONE, T0).health().probing())
          .isInstanceOf(IllegalStateException.class);
    }

    @Test
    void followsThePolicyAsItIsNow() {
      EndpointHealth open = opened();
      HealthRules shorter =
          new HealthRules(new BreakerPolicy(5, Duration.ofSeconds(1), Duration.ofSeconds(20)), 7);

      HealthStep step =
          shorter.after(open.probing(), FAILURE, OptionalLong.of(1), T0.plusSeconds(30));

      assertThat(step.health().openPeriod().map(Open::openFor)).contains(Duration.ofSeconds(20));
      assertThat(step.health().releaseRate()).isEqualTo(7);
    }
  }

  @Nested
  @DisplayName("pauses the endpoint")
  class Pauses {
    @Test
    @Tag("R-I6")
    void afterMoreThanAHundredRefusalsInARow() {
      EndpointHealth hundred = after(FRESH, REFUSAL, 100);
      HealthStep next = after(hundred, REFUSAL, T0);

      assertThat(hundred.admission(T0)).isEqualTo(PASS);
      assertThat(next.change()).contains(Change.PAUSED);
      assertThat(next.health().pause()).contains(new Pause(T0, PauseReason.PERMANENT_FAILURES));
      assertThat(next.health().admission(T0.plus(Duration.ofDays(9))))
          .isEqualTo(new Admission.Park(1));
    }

    @Test
    @Tag("R-I6")
    void notIfASuccessCameBetween() {
      EndpointHealth health = after(after(after(FRESH, REFUSAL, 100), SUCCESS, 1), REFUSAL, 100);

      assertThat(health.pause()).isEmpty();
    }

    @Test
    @Tag("R-C6")
    void at410() {
      HealthStep step = after(FRESH, GONE, T0);

      assertThat(step.change()).contains(Change.PAUSED);
      assertThat(step.health().pause()).contains(new Pause(T0, PauseReason.GONE));
    }

    @Test
    @Tag("R-C6")
    void at410ToAProbeAndSendsNoOtherOne() {
      EndpointHealth health = probed(opened(), GONE, T0.plusSeconds(31)).health();

      assertThat(pausedFor(health)).contains(PauseReason.GONE);
      assertThat(health.breaker()).isInstanceOf(Open.class);
      assertThat(health.nextProbeAt()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"SUCCESS", "FAILURE", "NEUTRAL", "REFUSAL", "GONE"})
    @Tag("R-I6")
    void andNoResultEndsIt(Signal signal) {
      EndpointHealth paused = after(FRESH, GONE, T0).health();

      assertThat(after(paused, signal, 200).pause()).isEqualTo(paused.pause());
    }

    @Test
    void neverWithAProbeOut() {
      HealthStep step = after(opened().probing(), GONE, T0.plusSeconds(31));

      assertThat(step.health().breaker()).isNotInstanceOf(HalfOpen.class);
    }
  }

  @Nested
  @DisplayName("follows the registry")
  class FollowsTheRegistry {
    private static HealthStep inLine(EndpointHealth health, EndpointState state, long resumed) {
      return RULES.inLineWith(health, state, resumed, T0.plusSeconds(5));
    }

    @Test
    void withNothingToWriteWhileNothingIsHeld() {
      EndpointHealth failing = after(FRESH, FAILURE, 3);

      for (EndpointState state :
          new EndpointState[] {EndpointState.ACTIVE, EndpointState.DISABLED}) {
        assertThat(inLine(failing, state, 0).change()).isEmpty();
        assertThat(inLine(failing, state, 9).change()).isEmpty();
      }
      assertThat(inLine(failing, EndpointState.ACTIVE, 0).health()).isEqualTo(failing);
    }

    @Test
    @Tag("R-I6")
    void pausedByTheOperatorAndActiveAgain() {
      HealthStep paused = inLine(FRESH, EndpointState.PAUSED, 0);
      HealthStep active = inLine(paused.health(), EndpointState.ACTIVE, 0);

      assertThat(paused.change()).contains(Change.PAUSED);
      assertThat(pausedFor(paused.health())).contains(PauseReason.OPERATOR);
      assertThat(inLine(paused.health(), EndpointState.PAUSED, 0).change()).isEmpty();
      assertThat(active.change()).contains(Change.RESUMED);
      assertThat(active.health().holds()).isFalse();
      assertThat(active.health().version()).isEqualTo(2);
    }

    @Test
    @Tag("R-I6")
    void whichCanNotEndBaridsOwnPauseByBeingActive() {
      EndpointHealth gone = after(FRESH, GONE, T0).health();

      assertThat(inLine(gone, EndpointState.ACTIVE, 0).change()).isEmpty();
      assertThat(pausedFor(inLine(gone, EndpointState.PAUSED, 0).health()))
          .contains(PauseReason.GONE);
    }

    @Test
    @Tag("R-I6")
    void resumedOnceForEachResume() {
      EndpointHealth gone = after(after(FRESH, REFUSAL, 60), GONE, T0).health();

      HealthStep resumed = inLine(gone, EndpointState.ACTIVE, 1_000);
      EndpointHealth goneAgain = after(resumed.health(), GONE, T0).health();

      assertThat(resumed.change()).contains(Change.RESUMED);
      assertThat(resumed.health().permanentStreak()).isZero();
      assertThat(resumed.health().admission(T0)).isEqualTo(PASS);
      assertThat(inLine(goneAgain, EndpointState.ACTIVE, 1_000).change()).isEmpty();
      assertThat(inLine(goneAgain, EndpointState.ACTIVE, 1_001).change()).contains(Change.RESUMED);
    }

    @Test
    @Tag("R-I6")
    void probedAtOnceWhenResumedWithTheBreakerOpen() {
      HealthStep resumed = inLine(opened(), EndpointState.ACTIVE, 1_000);

      assertThat(resumed.change()).contains(Change.RESUMED);
      assertThat(resumed.health().nextProbeAt()).contains(T0.plusSeconds(5));
      assertThat(resumed.health().openPeriod().map(Open::openFor)).contains(OPEN_FOR);
    }

    @Test
    @Tag("R-I6")
    void stillPausedWhenResumedButPausedByTheOperator() {
      EndpointHealth gone = after(FRESH, GONE, T0).health();

      HealthStep step = inLine(gone, EndpointState.PAUSED, 1_000);

      assertThat(pausedFor(step.health())).contains(PauseReason.OPERATOR);
      assertThat(step.change()).contains(Change.PAUSED);
    }

    @Test
    @Tag("R-I6")
    void holdingNothingOnceDisabled() {
      HealthStep step = inLine(after(opened(), GONE, T0).health(), EndpointState.DISABLED, 0);

      assertThat(step.change()).contains(Change.RESUMED);
      assertThat(step.health().holds()).isFalse();
    }

    @Test
    void withoutLosingAProbeThatIsOut() {
      EndpointHealth probing = opened().probing();

      assertThat(inLine(probing, EndpointState.ACTIVE, 0).health()).isEqualTo(probing);
      assertThat(inLine(probing, EndpointState.PAUSED, 0).health().breaker())
          .isEqualTo(opened().breaker());
    }
  }
}
