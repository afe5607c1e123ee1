package dev.barid.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SeededTest {

  @Test
  void runsEachTimeWithAnotherRandom() {
    List<Long> drawn = new ArrayList<>();
    Seeded.runs(20, random -> drawn.add(random.nextLong()));
    assertThat(drawn).hasSizeBetween(1, 20).doesNotHaveDuplicates();
  }

  @Test
  void namesTheSeedOfAFailure() {
    assertThatThrownBy(
            () ->
                Seeded.runs(
                    3,
                    random -> {
                      throw new AssertionError("broken");
                    }))
        .isInstanceOf(AssertionError.class)
        .hasMessageMatching("repeat with -Dbarid\\.test\\.seed=-?\\d+: broken");
  }
}
