package dev.barid.dispatcher.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@DisplayName("A worker")
@Tag("R-D1")
class StandstillTest {

  private long nowNanos = Long.MAX_VALUE - Duration.ofSeconds(5).toNanos();
  private final Standstill standstill = new Standstill(nowNanos);

  @Test
  void isInNoDoubtWhileItGoesOn() {
    for (int turn = 0; turn < 100; turn++) {
      assertThat(isInDoubtAfter(Duration.ofMillis(2_999))).isFalse();
    }
  }

  @Test
  void thatStoodStillIsInDoubtUntilItWouldHaveBeenToldThatItWasReplaced() {
    assertThat(isInDoubtAfter(Duration.ofSeconds(9))).isTrue();
    assertThat(isInDoubtAfter(Duration.ofMillis(1))).isTrue();
    assertThat(isInDoubtAfter(Duration.ofMillis(1_998))).isTrue();
    assertThat(isInDoubtAfter(Duration.ofMillis(1))).isFalse();
    assertThat(isInDoubtAfter(Duration.ofMillis(1))).isFalse();
  }

  @Test
  void thatStandsStillAgainIsInDoubtAnew() {
    assertThat(isInDoubtAfter(Duration.ofSeconds(9))).isTrue();
    assertThat(isInDoubtAfter(Duration.ofSeconds(9))).isTrue();
    assertThat(isInDoubtAfter(Duration.ofMillis(1_999))).isTrue();
    assertThat(isInDoubtAfter(Duration.ofMillis(1))).isFalse();
  }

  @Test
  void thatWasBusyWithPartitionsThatCameIsInNoDoubt() {
    nowNanos += Duration.ofSeconds(9).toNanos();
    standstill.resume(nowNanos);
    assertThat(isInDoubtAfter(Duration.ofMillis(1))).isFalse();
    assertThat(isInDoubtAfter(Duration.ofSeconds(3))).isTrue();
  }

  @Test
  void thatIsInDoubtStaysSoThoughPartitionsCome() {
    assertThat(isInDoubtAfter(Duration.ofSeconds(9))).isTrue();
    standstill.resume(nowNanos);
    assertThat(isInDoubtAfter(Duration.ofMillis(1_999))).isTrue();
  }

  private boolean isInDoubtAfter(Duration passed) {
    nowNanos += passed.toNanos();
    return standstill.isInDoubt(nowNanos);
  }
}
