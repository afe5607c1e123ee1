package dev.barid.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("R-S3")
class DueStoreTest {

  private static final DrainLimit NO_LIMIT =
      new DrainLimit(Integer.MAX_VALUE, Duration.ofMinutes(1));

  private final TombstoneStore kept = new TombstoneStore();
  private DueStore store = open();

  private DueStore open() {
    return new DueStore(kept, () -> 0);
  }

  private void restart() {
    store = open();
  }

  private void hold(long dueMs, long offset) {
    store.hold(new DueKey(dueMs, offset), new byte[] {1});
  }

  private List<DueKey> drain(long nowMs, DrainLimit limit) {
    List<DueKey> released = new ArrayList<>();
    store.drain(nowMs, limit, (key, entry) -> released.add(key));
    return released;
  }

  private List<DueKey> drain(long nowMs) {
    return drain(nowMs, NO_LIMIT);
  }

  @Nested
  @DisplayName("What is due comes out")
  class Due {

    @Test
    void byDueTimeThoughItWasHeldInAnotherOrder() {
      hold(300, 0);
      hold(100, 1);
      hold(200, 2);

      assertThat(drain(250)).containsExactly(new DueKey(100, 1), new DueKey(200, 2));
      assertThat(drain(300)).containsExactly(new DueKey(300, 0));
    }

    @Test
    void atItsMillisecondAndNoneEarlier() {
      hold(1_000, 0);

      assertThat(drain(999)).isEmpty();
      assertThat(drain(1_000)).containsExactly(new DueKey(1_000, 0));
    }

    @Test
    void eachOfThoseWithTheSameDueTime() {
      hold(100, 7);
      hold(100, 5);
      hold(100, 6);

      assertThat(drain(100))
          .containsExactly(new DueKey(100, 5), new DueKey(100, 6), new DueKey(100, 7));
    }

    @Test
    void once() {
      hold(100, 0);

      assertThat(drain(100)).hasSize(1);
      assertThat(drain(200)).isEmpty();
    }

    @Test
    void inBytesOrderBeyondTheSignOfAByte() {
      for (long due : new long[] {127, 128, 255, 256, 65_535, 65_536, 1L << 40}) {
        hold(due, Long.MAX_VALUE - due);
      }

      assertThat(drain(Long.MAX_VALUE - 1)).isSorted().hasSize(7);
    }
  }

  @Nested
  @DisplayName("Work per tick is capped")
  class Capped {

    @Test
    void andGoesOnWithTheNextTick() {
      for (int offset = 0; offset < 25; offset++) {
        hold(100, offset);
      }
      DrainLimit ten = new DrainLimit(10, Duration.ofMinutes(1));

      assertThat(drain(500, ten)).hasSize(10);
      assertThat(store.headDueMs()).isEqualTo(100);
      assertThat(drain(500, ten)).hasSize(10);
      assertThat(drain(500, ten)).hasSize(5);
      assertThat(store.headDueMs()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void byTimeAfterAtLeastOneChunk() {
      for (int offset = 0; offset < 3_000; offset++) {
        hold(100, offset);
      }
      long[] nanos = {0};
      store = new DueStore(kept, () -> nanos[0] += Duration.ofMillis(10).toNanos());
      List<DueKey> released = new ArrayList<>();

      store.drain(500, new DrainLimit(10_000, Duration.ofMillis(15)), (k, e) -> released.add(k));

      assertThat(released).hasSizeBetween(1, 1_000);
    }
  }

  @Nested
  @DisplayName("The cursor")
  class Cursor {

    @Test
    void keepsScansFromSteppingOverWhatWasReleased() {
      for (int offset = 0; offset < 10_000; offset++) {
        hold(100 + offset, offset);
      }
      drain(20_000);
      hold(30_000, 20_000);
      long before = kept.steps();

      for (int tick = 0; tick < 100; tick++) {
        drain(29_000 + tick);
      }
      assertThat(drain(30_000)).hasSize(1);

      assertThat(kept.steps() - before).isLessThan(10);
    }

    @Test
    void isFoundAgainAfterARestart() {
      for (int offset = 0; offset < 10_000; offset++) {
        hold(100 + offset, offset);
      }
      drain(20_000);
      hold(30_000, 20_000);
      long before = kept.steps();

      restart();

      assertThat(store.headDueMs()).isEqualTo(30_000);
      assertThat(kept.steps() - before).isLessThan(10);
    }

    @Test
    void movesBackForWhatIsHeldBeforeItAfterTheClockWasSetBack() {
      hold(10_000, 0);
      drain(10_000);

      hold(5_000, 1);
      restart();

      assertThat(drain(4_999)).isEmpty();
      assertThat(drain(5_000)).containsExactly(new DueKey(5_000, 1));
    }

    @Test
    void isNotWrittenWhileNothingHappens() {
      hold(10_000, 0);
      drain(1);
      long before = kept.writes();

      for (long now = 2; now < 1_000; now++) {
        drain(now);
      }

      assertThat(kept.writes()).isEqualTo(before);
    }
  }

  @Nested
  @DisplayName("The number of held deliveries")
  class Pending {

    @Test
    void followsArrivalsAndReleases() {
      hold(100, 0);
      hold(200, 1);
      assertThat(store.pending()).isEqualTo(2);

      drain(100);

      assertThat(store.pending()).isEqualTo(1);
    }

    @Test
    void survivesARestart() {
      hold(100, 0);
      hold(200, 1);
      drain(100);

      restart();

      assertThat(store.pending()).isEqualTo(1);
    }

    @Test
    void isPutRightWhenTheStoreRunsEmptyAlthoughACrashTookArrivalsFromIt() {
      hold(100, 0);
      restart();
      assertThat(store.pending()).isZero();

      drain(50);
      assertThat(store.pending()).isEqualTo(1);
      drain(100);
      assertThat(store.pending()).isZero();
    }
  }

  @Test
  void whateverTheOrderOfArrivalsTicksAndRestartsWhatComesOutIsWhatASortedSetSays() {
    Seeded.runs(300, this::matchesASortedSet);
  }

  private void matchesASortedSet(Random random) {
    TombstoneStore fresh = new TombstoneStore();
    DueStore real = new DueStore(fresh, () -> 0);
    NavigableSet<DueKey> model = new TreeSet<>();
    long now = 1_000;
    for (int step = 0; step < 200; step++) {
      int choice = random.nextInt(20);
      if (choice < 12) {
        DueKey key = new DueKey(now + 1 + random.nextInt(500), step);
        real.hold(key, Long.toString(step).getBytes());
        model.add(key);
      } else if (choice < 18) {
        // Mostly onwards, sometimes back.
        now = Math.max(0, now + random.nextInt(200) - (choice == 17 ? 150 : 0));
        int cap = 1 + random.nextInt(40);
        List<DueKey> expected =
            model.headSet(new DueKey(now, Long.MAX_VALUE), true).stream().limit(cap).toList();
        List<DueKey> released = new ArrayList<>();
        real.drain(
            now,
            new DrainLimit(cap, Duration.ofMinutes(1)),
            (key, entry) -> {
              released.add(key);
              assertThat(new String(entry)).isEqualTo(Long.toString(key.offset()));
            });
        assertThat(released).isEqualTo(expected);
        expected.forEach(model::remove);
        assertThat(real.pending()).isEqualTo(model.size());
      } else {
        // Two ticks may be far apart: what was committed between them is all in the store.
        real.drain(-1, NO_LIMIT, (key, entry) -> {});
        real = new DueStore(fresh, () -> 0);
      }
      assertThat(real.headDueMs())
          .isEqualTo(model.isEmpty() ? Long.MAX_VALUE : model.first().dueMs());
    }
  }
}
