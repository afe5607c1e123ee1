package dev.barid.core.health;

import static org.assertj.core.api.Assertions.assertThat;

import dev.barid.core.attempt.AttemptResult;
import dev.barid.core.attempt.AttemptResult.Answered;
import dev.barid.core.attempt.AttemptResult.Failed;
import dev.barid.core.attempt.ErrorClass;
import dev.barid.core.policy.Decider;
import dev.barid.core.policy.Decision;
import dev.barid.core.policy.Policy;
import dev.barid.core.policy.StatusRules;
import dev.barid.core.policy.StatusSet;
import java.time.Instant;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("What an attempt says about its endpoint")
class SignalTest {
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

  private static Signal signal(AttemptResult result, int attempt) {
    Policy policy = Policy.STANDARD;
    Decision decision =
        Decider.STANDARD.decide(
            attempt, NOW.plusSeconds(999_999), result, policy, NOW, new Random(1));
    return Signal.of(policy.statusRules(), result, decision);
  }

  @ParameterizedTest
  @CsvSource({
    "200, 1, SUCCESS",
    "204, 16, SUCCESS",
    "302, 1, FAILURE",
    "400, 1, REFUSAL",
    "401, 1, REFUSAL",
    "404, 1, NEUTRAL",
    "404, 4, NEUTRAL",
    "404, 5, REFUSAL",
    "408, 1, FAILURE",
    "410, 1, GONE",
    "429, 1, NEUTRAL",
    "429, 16, NEUTRAL",
    "500, 1, FAILURE",
    "503, 16, FAILURE",
  })
  @Tag("R-I3")
  void isInItsStatus(int status, int attempt, Signal expected) {
    assertThat(signal(new Answered(status), attempt)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "TIMEOUT, FAILURE",
    "CONNECT, FAILURE",
    "DNS, FAILURE",
    "TLS, FAILURE",
    "CLOSED, FAILURE",
    "BLOCKED_ADDRESS, REFUSAL",
    "BAD_URL, REFUSAL",
  })
  @Tag("R-I3")
  void isInItsKindOfFailure(ErrorClass kind, Signal expected) {
    assertThat(signal(new Failed(kind, "…"), 1)).isEqualTo(expected);
  }

  @Test
  @Tag("R-C7")
  void followsThePolicysTable() {
    StatusRules rules = new StatusRules(StatusSet.of("404", "410"), StatusSet.of("429", "503"));
    Decision decision = new Decision.Delivered();

    assertThat(Signal.of(rules, new Answered(404), decision)).isEqualTo(Signal.FAILURE);
    assertThat(Signal.of(rules, new Answered(410), decision)).isEqualTo(Signal.FAILURE);
    assertThat(Signal.of(rules, new Answered(429), decision)).isEqualTo(Signal.REFUSAL);
    assertThat(Signal.of(rules, new Answered(503), decision)).isEqualTo(Signal.REFUSAL);
  }
}
