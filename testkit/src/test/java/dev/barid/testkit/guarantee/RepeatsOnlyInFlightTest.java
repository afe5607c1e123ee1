package dev.barid.testkit.guarantee;

import static dev.barid.testkit.guarantee.Scene.disturbance;
import static org.assertj.core.api.Assertions.assertThat;

import dev.barid.testkit.guarantee.Disturbance.Kind;
import dev.barid.testkit.guarantee.Step.Place;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("R-D1")
@Tag("R-D2")
class RepeatsOnlyInFlightTest {
  private final Scene scene = new Scene().published("1", "order.paid");

  @Nested
  class ARequestRepeatsAnotherOne {

    @Test
    void ifItIsOfTheSameAttempt() {
      arrives(1, 1, 0.1, 503).arrives("1", "orders", 1, 30, 0.1, 503);
      assertThat(unexplained())
          .singleElement()
          .asString()
          .startsWith("1 → acme/orders attempt 1 at 2026-01-01T00:00:30Z, 503")
          .endsWith("; unexplained");
    }

    @Test
    void ifItComesAfterASuccess() {
      arrives(1, 1, 0.1, 200).arrives("1", "orders", 2, 30, 0.1, 200);
      assertThat(unexplained()).hasSize(1);
    }

    @Test
    void butNotIfItIsTheNextAttemptAfterAFailure() {
      arrives(1, 1, 0.1, 503).hangs("1", "orders", 2, 30, 5).arrives("1", "orders", 3, 60, 1, 200);
      assertThat(unexplained()).isEmpty();
    }

    @Test
    void norIfItFollowsARepeatThatFailedWhereTheFirstOneHadNot() {
      arrives(1, 20, 0.1, 200).arrives("1", "orders", 1, 30, 0.1, 503);
      scene.arrives("1", "orders", 2, 40, 0.1, 200);
      assertThat(unexplained(disturbance(Kind.KILLED, 20.5, 25))).isEmpty();
      assertThat(repeats(disturbance(Kind.KILLED, 20.5, 25))).hasSize(1);
    }

    @Test
    void norIfTheFirstOnesAnswerCameTooLate() {
      arrives(1, 1, 0.1, 200).arrives("1", "orders", 2, 30, 0.1, 200);
      scene.unanswered("1", 1).logged("1", 2, "delivered");
      assertThat(unexplained()).isEmpty();
    }

    @Test
    void norIfADeadLetterWasRedrivenInBetween() {
      arrives(1, 1, 0.1, 400).redriven("1").arrives("1", "orders", 1, 30, 0.1, 200);
      assertThat(unexplained()).isEmpty();
      scene.arrives("1", "orders", 1, 40, 0.1, 200);
      assertThat(unexplained()).hasSize(1);
    }
  }

  @Nested
  class AKillExplains {
    private final Disturbance kill = disturbance(Kind.KILLED, 20, 28);

    @Test
    void whatWasInFlight() {
      hangs(1, 17, 3).arrives("1", "orders", 1, 30, 0.1, 200);
      assertThat(unexplained(kill)).isEmpty();
    }

    @Test
    void whatEndedTooShortlyBeforeToBeCommitted() {
      arrives(1, 19, 0.5, 200).arrives("1", "orders", 1, 30, 0.1, 200);
      assertThat(unexplained(kill)).isEmpty();
    }

    @Test
    void whatWasSentBetweenItsOrderAndItsEnd() {
      arrives(1, 20.01, 0, 200).arrives("1", "orders", 1, 30, 0.1, 200);
      assertThat(unexplained(kill)).isEmpty();
    }

    @Test
    void notWhatHadEndedLongBefore() {
      arrives(1, 16, 0.5, 200).arrives("1", "orders", 1, 30, 0.1, 200);
      assertThat(unexplained(kill)).hasSize(1);
    }

    @Test
    void notWhatWasSentAfterIt() {
      arrives(1, 22, 0.5, 200).arrives("1", "orders", 1, 30, 0.1, 200);
      assertThat(unexplained(kill)).hasSize(1);
    }

    @Test
    void whatHadEndedLongBeforeIfItsSiblingHadNot() {
      arrives(1, 16, 0.1, 200).hangs("1", "audit", 1, 16, 4);
      scene.arrives("1", "orders", 1, 30, 0.1, 200);
      assertThat(unexplained(kill)).isEmpty();
    }

    @Test
    void notIfTheSiblingHadGoneItsOwnWay() {
      scene.published("2", "order.paid").step(Place.WAITING, "2", 0, 1, 16.1);
      scene.step(Place.WAITING, "2", 1, 0, 19.2);
      scene.arrives("2", "audit", 1, 16, 0.1, 200).arrives("2", "orders", 1, 19, 0.1, 200);
      scene.arrives("2", "audit", 1, 30, 0.1, 200);
      assertThat(unexplained(kill)).hasSize(1);
    }

    @Test
    void whatWasInFlightForLongWhilePartitionsMoved() {
      hangs(1, 27, 5).arrives("1", "orders", 1, 30, 0.1, 200);
      assertThat(unexplained(kill)).isEmpty();
    }
  }

  @Nested
  class AStallExplains {
    private final Disturbance stall = disturbance(Kind.STALLED, 20, 32);

    @Test
    void whatItsSuccessorSentAndItSendsAgainWhenItGoesOn() {
      arrives(1, 28, 0.1, 200).arrives("1", "orders", 1, 33, 0.1, 200);
      assertThat(unexplained(stall)).isEmpty();
    }

    @Test
    void whatWasWrittenAfterItWasOrderedAndBeforeItStoodStill() {
      scene.published("2", "order.paid", 20.04);
      scene.arrives("2", "orders", 1, 20.05, 0.1, 200).arrives("2", "orders", 1, 30, 0.1, 200);
      assertThat(unexplained(stall)).isEmpty();
    }

    @Test
    void notWhatWasOnlyWrittenAfterItHadBegun() {
      scene.published("2", "order.paid", 24);
      scene.arrives("2", "orders", 1, 28, 0.1, 200).arrives("2", "orders", 1, 33, 0.1, 200);
      assertThat(unexplained(stall)).hasSize(1);
    }

    @Test
    void notARetryThatFellDueAfterItHadBegun() {
      scene.step(Place.COMING_BACK, "1", 1, 0, 24);
      arrives(1, 10, 0.1, 503).arrives("1", "orders", 2, 28, 0.1, 200);
      scene.arrives("1", "orders", 2, 33, 0.1, 200);
      assertThat(unexplained(stall)).hasSize(1);
    }

    @Test
    void notWhatWasSentAfterItKnewThatItWasReplaced() {
      arrives(1, 40, 0.1, 200).arrives("1", "orders", 1, 41, 0.1, 200);
      assertThat(unexplained(stall)).hasSize(1);
    }
  }

  @Nested
  class OtherDisturbancesExplain {

    @Test
    void ofARestartOnlyWhatWasInFlightForLong() {
      Disturbance restart = disturbance(Kind.RESTARTED, 20, 28);
      arrives(1, 20, 0.5, 200).arrives("1", "orders", 1, 30, 0.1, 200);
      assertThat(unexplained(restart)).hasSize(1);
      scene.published("2", "order.paid").hangs("2", "orders", 1, 20, 3);
      scene.arrives("2", "orders", 1, 30, 0.1, 200);
      assertThat(unexplained(restart)).singleElement().asString().startsWith("1 →");
    }

    @Test
    void ofBrokersThatWereAwayWhatCouldNotBeWrittenMeanwhile() {
      Disturbance away = disturbance(Kind.BROKERS_AWAY, 20, 28);
      arrives(1, 24, 0.1, 200).arrives("1", "orders", 1, 40, 0.1, 200);
      assertThat(unexplained(away)).isEmpty();
      scene.published("2", "order.paid").arrives("2", "orders", 1, 10, 0.1, 200);
      scene.arrives("2", "orders", 1, 40, 0.1, 200);
      assertThat(unexplained(away)).singleElement().asString().startsWith("2 →");
    }

    @Test
    void nothingIfTheyCannotMakeARequestRepeat() {
      hangs(1, 17, 3).arrives("1", "orders", 1, 30, 0.1, 200);
      assertThat(unexplained(disturbance(Kind.HARMLESS, 20, 28))).hasSize(1);
    }
  }

  @Test
  void isExplainedByTheDisturbanceThatExplainsLess() {
    arrives(1, 19, 0.5, 200).arrives("1", "orders", 1, 30, 0.1, 200);
    Disturbance away = disturbance(Kind.BROKERS_AWAY, 10, 18);
    Disturbance kill = disturbance(Kind.KILLED, 20, 28);
    assertThat(repeats(away, kill)).extracting(Repeat::cause).containsExactly(Optional.of(kill));
  }

  @Test
  void saysHowMuchWasAtRisk() {
    Disturbance kill = disturbance(Kind.KILLED, 20, 28);
    arrives(1, 16, 0.1, 200).published("2", "order.paid").published("3", "order.paid");
    scene.arrives("2", "orders", 1, 19, 0.1, 200).hangs("3", "orders", 1, 16, 4);
    assertThat(
            new RepeatsOnlyInFlight(List.of(kill), Windows.STANDARD).atRisk(scene.observed(), kill))
        .isEqualTo(2);
  }

  private Scene arrives(int attempt, double seconds, double took, int status) {
    return scene.arrives("1", "orders", attempt, seconds, took, status);
  }

  private Scene hangs(int attempt, double seconds, double closedAfter) {
    return scene.hangs("1", "orders", attempt, seconds, closedAfter);
  }

  private List<String> unexplained(Disturbance... disturbances) {
    return guarantee(disturbances).violations(scene.observed());
  }

  private List<Repeat> repeats(Disturbance... disturbances) {
    return guarantee(disturbances).repeats(scene.observed());
  }

  private static RepeatsOnlyInFlight guarantee(Disturbance... disturbances) {
    return new RepeatsOnlyInFlight(List.of(disturbances), Windows.STANDARD);
  }
}
