package dev.barid.dlq;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.OptionalLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("R-Q3")
class PaceTest {

  private long nowNanos;

  @ParameterizedTest
  @ValueSource(longs = {1, 7, 50, 1_000, 30_000})
  void noMoreGoesInASecondThanTheRateAndABatch(long rate) {
    Pace pace = new Pace(OptionalLong.of(rate), () -> nowNanos);
    long sent = 0;
    while (nowNanos < Duration.ofSeconds(10).toNanos()) {
      nowNanos += Math.max(0, pace.untilNext().toNanos());
      pace.sent(pace.batchSize());
      sent += pace.batchSize();
    }

    assertThat(sent).isBetween(10 * rate, 10 * rate + 2L * pace.batchSize());
  }

  @Test
  void withoutARateNothingWaits() {
    Pace pace = new Pace(OptionalLong.empty(), () -> nowNanos);
    pace.sent(1_000_000);

    assertThat(pace.untilNext()).isZero();
    assertThat(pace.batchSize()).isEqualTo(500);
  }
}
