package dev.barid.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class SettableClockTest {
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  private final SettableClock clock = new SettableClock(START);

  @Test
  void movesBothClocksWhenTimePasses() {
    clock.advance(Duration.ofSeconds(3));
    assertThat(clock.instant()).isEqualTo(START.plusSeconds(3));
    assertThat(clock.nanos()).isEqualTo(3_000_000_000L);
  }

  @Test
  void setsTheWallClockBackWithoutTheMonotonicOne() {
    clock.stepWallTo(START.minusSeconds(60));
    assertThat(clock.instant()).isEqualTo(START.minusSeconds(60));
    assertThat(clock.nanos()).isZero();
    assertThatThrownBy(() -> clock.advance(Duration.ofMillis(-1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("\"PT-0.001S\"");
  }
}
