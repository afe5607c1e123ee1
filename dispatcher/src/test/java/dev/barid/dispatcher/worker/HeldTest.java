package dev.barid.dispatcher.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.barid.core.delivery.TopicRecord;
import dev.barid.dispatcher.outcome.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("R-I7")
class HeldTest {

  private static final int BODY = 10_000;

  private final TrackedPartition partition = Samples.partition(0);
  private final Held held = new Held(10 * BODY);

  @Test
  void intakeClosesAboveTheCapAndOpensWhenAQuarterIsFree() {
    List<PolledRecord> records = new ArrayList<>();
    for (int offset = 0; !held.isFull(); offset++) {
      PolledRecord polled = Samples.polled(partition, offset, BODY);
      records.add(polled);
      held.take(polled);
    }
    assertThat(held.bytes()).isBetween(10L * BODY, 11L * BODY);
    int released = 0;
    while (held.isFull()) {
      held.release(records.get(released++));
    }
    assertThat(released).isEqualTo(3);
    assertThat(held.bytes()).isLessThanOrEqualTo(10L * BODY * 3 / 4);
  }

  @Test
  void smallRecordsCostMoreThanTheirBytes() {
    held.take(Samples.polled(partition, 0, 0));
    assertThat(held.bytes()).isBetween(500L, 1_000L);
  }

  @Test
  void outcomesCountUntilTheyAreCommittedButForTheBodyThatTheyShare() {
    PolledRecord polled = Samples.polled(partition, 0, BODY);
    polled.expect(2);
    held.take(polled);
    long before = held.bytes();
    polled.ended(outcome(Optional.ofNullable(polled.source().value()).orElseThrow()));
    polled.ended(outcome(new byte[100]));
    held.finished(polled);
    assertThat(held.bytes() - before).isBetween(100L, 500L);
    held.release(polled);
    assertThat(held.bytes()).isZero();
  }

  @Test
  void ofAPartitionThatIsGoneNothingIsHeld() {
    TrackedPartition other = Samples.partition(1);
    held.take(Samples.polled(partition, 0, BODY));
    held.take(Samples.polled(partition, 1, BODY));
    PolledRecord stays = Samples.polled(other, 0, BODY);
    held.take(stays);
    held.forget(partition);
    held.forget(partition);
    assertThat(held.bytes()).isEqualTo(stays.bytes());
  }

  private static Outcome outcome(byte[] value) {
    return new Outcome(
        List.of(TopicRecord.keyed("retry", 0, new byte[] {1}, value)),
        new Outcome.End.Waits(false));
  }
}
