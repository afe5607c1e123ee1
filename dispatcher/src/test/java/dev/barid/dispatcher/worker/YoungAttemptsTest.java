package dev.barid.dispatcher.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("R-I7")
class YoungAttemptsTest {

  private static final int MOST = 40;
  private static final long YOUNG = Duration.ofMillis(250).toNanos();
  private static final long SLICE = Duration.ofMillis(25).toNanos();

  @Test
  void thoseThatEndMakeRoomAndSoDoThoseThatHang() {
    long now = -3 * YOUNG;
    YoungAttempts young = new YoungAttempts(MOST, now);
    for (int i = 0; i < MOST; i++) {
      young.started(now);
    }
    assertThat(young.room(now)).isZero();
    young.ended(now, now + 1);
    assertThat(young.room(now + 1)).isEqualTo(1);
    assertThat(young.room(now + YOUNG - SLICE)).isEqualTo(1);
    assertThat(young.room(now + YOUNG)).isEqualTo(MOST);
    young.ended(now, now + 2 * YOUNG);
    assertThat(young.room(now + 2 * YOUNG)).as("it had its time").isEqualTo(MOST);
  }

  /** Against a list of those in flight, with times that jump and stand still. */
  @Test
  void itCountsWhatAListWould() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    long now = random.nextLong() >> 4;
    YoungAttempts young = new YoungAttempts(MOST, now);
    List<Long> inFlight = new ArrayList<>();
    for (int step = 0; step < 100_000; step++) {
      now += random.nextInt(10) == 0 ? (long) (random.nextDouble() * 3 * YOUNG) : SLICE / 7;
      if (random.nextBoolean()) {
        young.started(now);
        inFlight.add(now);
      } else if (!inFlight.isEmpty()) {
        young.ended(inFlight.remove(random.nextInt(inFlight.size())), now);
      }
      long newest = Math.floorDiv(now, SLICE);
      long counted =
          inFlight.stream()
              .filter(started -> newest - Math.floorDiv(started, SLICE) < YOUNG / SLICE)
              .count();
      assertThat(MOST - young.room(now)).as("seed %d, step %d", seed, step).isEqualTo(counted);
      if (inFlight.size() > 200) {
        inFlight.clear();
        now += 2 * YOUNG;
        assertThat(young.room(now)).isEqualTo(MOST);
      }
    }
  }
}
