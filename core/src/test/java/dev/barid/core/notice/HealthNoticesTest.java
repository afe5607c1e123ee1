package dev.barid.core.notice;

import static org.assertj.core.api.Assertions.assertThat;

import dev.barid.core.attempt.AttemptResult;
import dev.barid.core.attempt.AttemptResult.Answered;
import dev.barid.core.health.EndpointHealth;
import dev.barid.core.health.HealthRules;
import dev.barid.core.health.HealthStep;
import dev.barid.core.health.Signal;
import dev.barid.core.policy.BreakerPolicy;
import dev.barid.core.subscriber.EndpointKey;
import dev.barid.core.subscriber.EndpointState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@DisplayName("An owner is told")
@Tag("R-M5")
class HealthNoticesTest {
  private static final Instant T0 = Instant.parse("2026-01-01T00:00:00Z");
  private static final EndpointKey KEY = new EndpointKey("acme", "orders");
  private static final HealthRules RULES = new HealthRules(BreakerPolicy.STANDARD, 100);

  private EndpointHealth health = EndpointHealth.unknown(0, 100);
  private final List<Notice> notices = new ArrayList<>();

  private void attempt(Signal signal, int status) {
    EndpointHealth before = health;
    HealthStep step = RULES.after(before, signal, OptionalLong.empty(), T0);
    health = step.health();
    AttemptResult result = new Answered(status);
    HealthNotices.of(KEY, before, step, result, T0).ifPresent(notices::add);
  }

  private static Notice notice(NoticeKind kind, String reason, String detail) {
    return new Notice(T0, kind, "acme", Optional.of("orders"), reason, detail);
  }

  @Test
  @Tag("R-I3")
  void onceWhenItsBreakerOpensAndOnceWhenItCloses() {
    for (int i = 0; i < 20; i++) {
      attempt(Signal.FAILURE, 503);
    }
    attempt(Signal.SUCCESS, 200);
    attempt(Signal.SUCCESS, 200);

    assertThat(notices)
        .containsExactly(
            notice(
                NoticeKind.BREAKER_OPENED,
                "http-503",
                "too many failures in a row, the last one: HTTP 503; next probe at"
                    + " 2026-01-01T00:00:30Z"),
            notice(
                NoticeKind.BREAKER_CLOSED,
                "http-200",
                "an attempt succeeded; was open since 2026-01-01T00:00:00Z"));
  }

  @Test
  @Tag("R-I6")
  void onceWhenItIsPausedForRefusals() {
    for (int i = 0; i < 200; i++) {
      attempt(Signal.REFUSAL, 401);
    }
    assertThat(notices)
        .containsExactly(
            notice(
                NoticeKind.ENDPOINT_PAUSED,
                "permanent-failures",
                "101 permanent failures since the last success, the last one: HTTP 401;"
                    + " deliveries wait until the endpoint is resumed"));
  }

  @Test
  @Tag("R-C6")
  void onceWhenItIsGone() {
    attempt(Signal.GONE, 410);
    attempt(Signal.GONE, 410);

    assertThat(notices)
        .containsExactly(
            notice(
                NoticeKind.ENDPOINT_GONE,
                "gone",
                "HTTP 410; deliveries wait until the endpoint is resumed"));
  }

  @Test
  void nothingOfWhatAnOperatorDid() {
    HealthStep paused = RULES.inLineWith(health, EndpointState.PAUSED, 0, T0);

    assertThat(HealthNotices.of(KEY, health, paused, new Answered(200), T0)).isEmpty();
  }

  @Test
  void onceInFiveMinutesOfMoreThanAHundredDeadLetters() {
    DlqGrowth growth = new DlqGrowth("acme", T0);
    List<Notice> given = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      growth.onDeadLetter("exhausted", T0).ifPresent(given::add);
    }
    assertThat(given)
        .containsExactly(
            new Notice(
                T0,
                NoticeKind.DLQ_GROWING,
                "acme",
                Optional.empty(),
                "exhausted",
                "more than 100 dead letters within 5m, the last one: exhausted"));
    Instant next = T0.plus(DlqGrowth.WINDOW);
    assertThat(growth.isRested(next.minusMillis(1))).isFalse();
    assertThat(growth.isRested(next)).isTrue();
    for (int i = 0; i < 100; i++) {
      assertThat(growth.onDeadLetter("exhausted", next)).isEmpty();
    }
    assertThat(growth.onDeadLetter("exhausted", next)).isPresent();
  }
}
