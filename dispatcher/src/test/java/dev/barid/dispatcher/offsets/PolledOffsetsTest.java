package dev.barid.dispatcher.offsets;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PolledOffsetsTest {

  private final PolledOffsets polled = new PolledOffsets();

  @Test
  void areFoundWhateverTheGapsBetweenThem() {
    for (long seed = 0; seed < 100; seed++) {
      Random random = new Random(seed);
      PolledOffsets sparse = new PolledOffsets();
      List<Long> offsets = new ArrayList<>();
      long offset = random.nextInt(5);
      for (int i = 0; i < 300; i++) {
        sparse.add(offset, false);
        offsets.add(offset);
        offset += random.nextInt(4) > 0 ? 1 : 2 + random.nextLong(1L << random.nextInt(40));
      }
      for (int i = 0; i < offsets.size(); i++) {
        assertThat(sparse.find(offsets.get(i))).as("seed %d", seed).isEqualTo(i);
        long beside = offsets.get(i) + 1;
        assertThat(sparse.find(beside)).as("seed %d", seed).isEqualTo(offsets.indexOf(beside));
      }
      assertThat(sparse.find(-1)).isEqualTo(-1);
    }
  }

  @Test
  void costTheSameHoweverFarApartTheyAre() {
    for (long i = 0; i < 1_000; i++) {
      polled.add(i << 40, false);
    }
    assertThat(polled.capacity()).isEqualTo(1_024);
    assertThat(polled.find(999L << 40)).isEqualTo(999);
    assertThat(polled.find((999L << 40) - 1)).isEqualTo(-1);
  }

  @Test
  void takeNoMoreMemoryAsLongAsTheyAreCommittedAgain() {
    for (long offset = 0; offset < 100_000; offset++) {
      polled.add(offset, false);
      polled.complete(polled.find(offset));
      polled.plan(polled.find(offset));
      if (offset % 100 == 99) {
        polled.commitPlanned();
      }
    }
    assertThat(polled.isEmpty()).isTrue();
    assertThat(polled.capacity()).isLessThanOrEqualTo(256);
  }

  @Test
  void giveTheMemoryOfABacklogBack() {
    for (long offset = 0; offset < 50_000; offset++) {
      polled.add(offset, false);
    }
    assertThat(polled.capacity()).isEqualTo(65_536);
    for (long offset = 0; offset < 50_000; offset++) {
      polled.complete(offset);
      polled.plan(offset);
    }
    polled.commitPlanned();
    polled.add(70_000, false);

    assertThat(polled.capacity()).isEqualTo(64);
    assertThat(polled.nextPending(polled.first())).isEqualTo(50_000);
    assertThat(polled.offset(50_000)).isEqualTo(70_000);
  }

  @Test
  void keepTheirStateWhenTheRingGrowsRound() {
    for (long offset = 0; offset < 40; offset++) {
      polled.add(offset, true);
    }
    polled.commitPlanned();
    for (long offset = 40; offset < 1_000; offset++) {
      polled.add(offset, offset % 3 == 0);
    }
    for (long seq = polled.first(); seq < polled.next(); seq++) {
      assertThat(polled.offset(seq)).isEqualTo(seq);
      assertThat(polled.nextSettled(seq, 0) == seq).isEqualTo(seq % 3 == 0);
      assertThat(polled.nextPending(seq) == seq).isEqualTo(seq % 3 != 0);
    }
  }
}
