package dev.barid.benchmarks.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class LedgerTest {

  private final Ledger ledger =
      new Ledger(
          List.of(
              arrival(Mark.Kind.WARM_UP, 0, 1_000, 1_010),
              arrival(Mark.Kind.DUE, 0, 1_100, 1_150),
              arrival(Mark.Kind.DUE, 1, 1_200, 1_190),
              arrival(Mark.Kind.DUE, 1, 1_200, 1_900)));

  private static Arrival arrival(Mark.Kind kind, int number, long dueMs, long atMs) {
    return new Arrival(new Mark(kind, number, dueMs), 0, atMs);
  }

  @Test
  void countsEachOfAKindOnce() {
    assertThat(ledger.distinct(Mark.Kind.DUE)).isEqualTo(2);
    assertThat(ledger.distinct(Mark.Kind.PARKED)).isZero();
    assertThat(ledger.of(Mark.Kind.DUE).arrivals()).hasSize(3);
  }

  @Test
  void tellsThoseThatCameTooEarlyFromTheLate() {
    assertThat(ledger.early()).isEqualTo(1);
    assertThat(ledger.lateness().getMaxValue()).isEqualTo(700);
  }

  @Test
  void seesTheLongestSilenceAndTheFirstAfterATime() {
    assertThat(ledger.longestGapMs()).isEqualTo(710);
    assertThat(ledger.firstFromMs(1_160)).hasValue(1_190);
    assertThat(ledger.firstFromMs(2_000)).isEmpty();
    assertThat(ledger.lastMs()).hasValue(1_900);
  }

  @Test
  void aBodySaysWhichDeliveryItIs() {
    Mark mark = new Mark(Mark.Kind.FAR, 123_456, 1_900_000_000_000L);
    byte[] body = new byte[64];
    mark.write(body);
    assertThat(Mark.read(body)).isEqualTo(mark);
  }
}
