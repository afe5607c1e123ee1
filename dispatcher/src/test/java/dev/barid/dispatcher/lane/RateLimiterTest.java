package dev.barid.dispatcher.lane;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("R-I2")
class RateLimiterTest {

  private static final long SECOND = 1_000_000_000L;

  /** Where a monotonic clock may begin. */
  private long nowNanos = -5 * SECOND;

  @ParameterizedTest
  @CsvSource({"10, 1", "10, 10", "50, 50", "0.5, 3", "1000, 1", "3, 7"})
  void afterAQuietTimeABurstMayStartAtOnceAndThenTheRateHolds(double rate, int burst) {
    RateLimiter limiter = new RateLimiter(rate, burst, nowNanos);
    for (int round = 0; round < 3; round++) {
      assertThat(startNow(limiter)).as("the burst").isEqualTo(burst);
      long begin = nowNanos;
      for (int more = 0; more < 20; more++) {
        nowNanos = limiter.nextStartNanos();
        assertThat(startNow(limiter)).isEqualTo(1);
      }
      assertThat(nowNanos - begin)
          .isBetween((long) (19.9 / rate * 1e9), (long) (20.1 / rate * 1e9));
      nowNanos += (long) (burst / rate * 1e9) + SECOND;
    }
  }

  @Test
  void aShortPauseGivesBackWhatItIsWorth() {
    RateLimiter limiter = new RateLimiter(10, 10, nowNanos);
    assertThat(startNow(limiter)).isEqualTo(10);
    nowNanos += SECOND / 2;
    assertThat(startNow(limiter)).isEqualTo(5);
  }

  @Test
  void saysHowLongALaterStartWaits() {
    RateLimiter limiter = new RateLimiter(10, 5, nowNanos);
    assertThat(limiter.waitNanos(4, nowNanos)).as("within the burst").isZero();
    assertThat(limiter.waitNanos(5, nowNanos)).isEqualTo(SECOND / 10.0);
    assertThat(limiter.waitNanos(24, nowNanos)).isEqualTo(2.0 * SECOND);
    startNow(limiter);
    assertThat(limiter.waitNanos(0, nowNanos)).isEqualTo(SECOND / 10.0);
  }

  @Test
  void whatIsWithdrawnMayStartAgain() {
    RateLimiter limiter = new RateLimiter(10, 1, nowNanos);
    assertThat(startNow(limiter)).isEqualTo(1);
    limiter.withdrawn();
    assertThat(startNow(limiter)).isEqualTo(1);
    nowNanos = limiter.nextStartNanos();
    assertThat(startNow(limiter)).isEqualTo(1);
  }

  @Test
  void isRestedWhenANewOneWouldBehaveTheSame() {
    RateLimiter limiter = new RateLimiter(10, 5, nowNanos);
    assertThat(limiter.isRested(nowNanos)).isTrue();
    startNow(limiter);
    assertThat(limiter.isRested(nowNanos + SECOND / 2 - 1)).isFalse();
    assertThat(limiter.isRested(nowNanos + SECOND / 2)).isTrue();
  }

  @ParameterizedTest
  @CsvSource({"1e-9, 1", "1e-300, 1", "4.9e-324, 1000000", "1e-9, 1000000", "100000, 1000000"})
  void noRateOverflows(double rate, int burst) {
    RateLimiter limiter = new RateLimiter(rate, burst, nowNanos);
    assertThat(limiter.nextStartNanos()).isLessThanOrEqualTo(nowNanos);
    limiter.started(nowNanos);
    if (burst == 1) {
      assertThat(limiter.nextStartNanos() - nowNanos).isGreaterThan(365L * 86_400 * SECOND);
    }
  }

  private int startNow(RateLimiter limiter) {
    int started = 0;
    while (limiter.nextStartNanos() - nowNanos <= 0) {
      limiter.started(nowNanos);
      started++;
    }
    return started;
  }
}
