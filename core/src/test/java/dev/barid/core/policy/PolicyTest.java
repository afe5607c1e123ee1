package dev.barid.core.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.barid.core.text.Durations;
import dev.barid.core.text.InvalidInputException;
import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("A policy")
class PolicyTest {
  @Test
  @Tag("R-B1")
  @Tag("R-B4")
  void namedStandardIsTheDefault() {
    Policy standard = Policy.preset("standard").orElseThrow();

    assertThat(standard.spacing())
        .isEqualTo(new Backoff(Duration.ofMinutes(1), Duration.ofHours(1), Jitter.EQUAL));
    assertThat(standard.maxAttempts()).isEqualTo(16);
    assertThat(standard.giveUpAfter()).isEqualTo(Duration.ofHours(72));
    assertThat(standard.timeout()).isEqualTo(Duration.ofSeconds(15));
    assertThat(standard.notFoundAttempts()).isEqualTo(5);
    assertThat(standard.statusRules().retry()).hasToString("408, 429, 500-599");
    assertThat(standard.statusRules().permanent()).hasToString("400-401, 403, 410, 422");
    assertThat(standard.breaker())
        .isEqualTo(new BreakerPolicy(5, Duration.ofSeconds(30), Duration.ofMinutes(10)));
  }

  @Test
  @Tag("R-B3")
  void namedStandardWebhooksFollowsThatSpecification() {
    Policy preset = Policy.preset("standard-webhooks").orElseThrow();

    assertThat(((Schedule) preset.spacing()).waits().stream().map(Durations::format))
        .containsExactly("5s", "5m", "30m", "2h", "5h", "10h", "14h", "20h", "1d");
    assertThat(preset.maxAttempts()).isEqualTo(10);
    assertThat(preset.giveUpAfter()).isEqualTo(Duration.ofHours(96));
    assertThat(preset.timeout()).isEqualTo(Policy.STANDARD.timeout());
  }

  @Test
  @Tag("R-B3")
  void namedAggressiveComesBackSoon() {
    Policy preset = Policy.preset("aggressive").orElseThrow();

    assertThat(preset.spacing())
        .isEqualTo(new Backoff(Duration.ofSeconds(1), Duration.ofSeconds(60), Jitter.FULL));
    assertThat(preset.maxAttempts()).isEqualTo(7);
    assertThat(preset.giveUpAfter()).isEqualTo(Duration.ofHours(24));
  }

  @Test
  void ofAnotherNameIsUnknown() {
    assertThat(Policy.presetNames()).containsExactly("standard", "standard-webhooks", "aggressive");
    assertThat(Policy.preset("Standard")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "0, PT72H, PT15S, 5, maxAttempts \"0\"",
    "-1, PT72H, PT15S, 5, maxAttempts \"-1\"",
    "100001, PT72H, PT15S, 5, maxAttempts \"100001\"",
    "16, PT0S, PT15S, 5, giveUpAfter \"0s\"",
    "16, PT8761H, PT15S, 5, giveUpAfter \"8761h\"",
    "16, PT72H, PT0S, 5, timeout \"0s\"",
    "16, PT72H, PT11M, 5, timeout \"11m\"",
    "16, PT72H, PT15S, -1, notFoundAttempts \"-1\"",
  })
  @Tag("R-X3")
  void outOfItsBoundsIsRefusedByField(
      int maxAttempts, Duration giveUpAfter, Duration timeout, int notFound, String message) {
    assertThatThrownBy(
            () ->
                new Policy(
                    Policy.STANDARD.spacing(),
                    maxAttempts,
                    giveUpAfter,
                    timeout,
                    notFound,
                    StatusRules.STANDARD,
                    BreakerPolicy.STANDARD))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageStartingWith(message);
  }

  @ParameterizedTest
  @CsvSource({
    "0, PT30S, PT10M, breaker.failures \"0\"",
    "5, PT0S, PT10M, breaker.openFor \"0s\"",
    "5, PT30S, PT29S, breaker.openForCap \"29s\"",
  })
  @Tag("R-X3")
  @Tag("R-I3")
  void hasABreakerWithinBounds(int failures, Duration openFor, Duration cap, String message) {
    assertThatThrownBy(() -> new BreakerPolicy(failures, openFor, cap))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageStartingWith(message);
  }

  @Test
  void readsItsWordsBackByTheirWireNames() {
    assertThat(Arrays.stream(Jitter.values()).map(Jitter::wireName))
        .containsExactly("equal", "full", "none");
    assertThat(Jitter.fromWire("full")).contains(Jitter.FULL);
    assertThat(Jitter.fromWire("FULL")).isEmpty();
    assertThat(Arrays.stream(DeadLetterReason.values()).map(DeadLetterReason::wireName))
        .containsExactly(
            "exhausted",
            "expired",
            "permanent",
            "gone",
            "endpoint-disabled",
            "unknown-subscriber",
            "no-endpoint",
            "malformed");
    assertThat(DeadLetterReason.fromWire("no-endpoint")).contains(DeadLetterReason.NO_ENDPOINT);
    assertThat(DeadLetterReason.fromWire("")).isEmpty();
  }
}
