package dev.barid.dispatcher.offsets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("R-D2")
class CompletedRunsTest {

  private final CompletedRuns runs = CompletedRuns.of(5, 7, 9, 1L << 60);

  @Test
  void containTheirFirstOffsetAndNotTheirEnd() {
    assertThat(runs.contains(4)).isFalse();
    assertThat(runs.contains(5)).isTrue();
    assertThat(runs.contains(6)).isTrue();
    assertThat(runs.contains(7)).isFalse();
    assertThat(runs.contains(8)).isFalse();
    assertThat(runs.contains(9)).isTrue();
  }

  @Test
  void keepAHugeRunAsItsTwoEnds() {
    assertThat(runs.size()).isEqualTo(2);
    assertThat(runs.contains(1L << 59)).isTrue();
    assertThat(runs.contains(1L << 60)).isFalse();
    assertThat(runs.contains(Long.MAX_VALUE)).isFalse();
  }

  @Test
  void containNothingWhenThereIsNone() {
    assertThat(CompletedRuns.none().isEmpty()).isTrue();
    assertThat(CompletedRuns.none().contains(0)).isFalse();
    assertThat(CompletedRuns.of()).isEqualTo(CompletedRuns.none());
  }

  @Test
  void findTheFirstThatEndsAboveAnOffset() {
    assertThat(runs.firstEndingAbove(0)).isEqualTo(0);
    assertThat(runs.firstEndingAbove(6)).isEqualTo(0);
    assertThat(runs.firstEndingAbove(7)).isEqualTo(1);
    assertThat(runs.firstEndingAbove(9)).isEqualTo(1);
    assertThat(runs.firstEndingAbove(1L << 60)).isEqualTo(2);
  }

  @Test
  void areReadableInMessages() {
    assertThat(runs).hasToString("[5..6, 9.." + ((1L << 60) - 1) + "]");
  }

  @Test
  void refuseEdgesThatDoNotRise() {
    assertThatThrownBy(() -> CompletedRuns.of(5, 5))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("edge \"5\" (expected: above 5)");
    assertThatThrownBy(() -> CompletedRuns.of(-1, 5)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> CompletedRuns.of(1, 2, 3))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
