package dev.barid.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The store is looked at")
class PulseTest {

  private static final long NOW = 1_800_000_000_000L;

  private static final Duration FAST = Duration.ofMillis(100);

  private long nextMs = Long.MAX_VALUE;
  private final MockProcessorContext<byte[], Released> context = new MockProcessorContext<>();
  private final Pulse pulse = new Pulse(context, FAST, nowMs -> nextMs);

  private List<Duration> running() {
    return context.scheduledPunctuators().stream()
        .filter(punctuator -> !punctuator.cancelled())
        .map(MockProcessorContext.CapturedPunctuator::getInterval)
        .toList();
  }

  @Test
  void notAtAllWhileNothingIsHeld() {
    pulse.adjust(NOW, Long.MAX_VALUE);
    assertThat(running()).isEmpty();

    pulse.adjust(NOW, NOW + 10);
    pulse.adjust(NOW + 100, Long.MAX_VALUE);
    assertThat(running()).isEmpty();
  }

  @Test
  void everySecondWhileNothingIsDueWithinOne() {
    pulse.adjust(NOW, NOW + 3_600_000);

    assertThat(running()).containsExactly(Duration.ofSeconds(1));
  }

  @Test
  void everyTickWhileSomethingIsDueWithinASecond() {
    pulse.adjust(NOW, NOW + 3_600_000);
    pulse.adjust(NOW + 1, NOW + 900);

    assertThat(running()).containsExactly(FAST);
  }

  @Test
  void byOneScheduleHoweverOftenItIsAdjusted() {
    for (int i = 0; i < 100; i++) {
      pulse.adjust(NOW + i, NOW + 3_600_000 - i);
    }

    assertThat(context.scheduledPunctuators()).hasSize(1);
  }

  @Test
  void byANewScheduleAfterTheClockWasSetBack() {
    pulse.adjust(NOW, NOW + 3_600_000);
    pulse.adjust(NOW - 60_000, NOW + 3_600_000);

    assertThat(context.scheduledPunctuators()).hasSize(2);
    assertThat(running()).hasSize(1);
  }

  @Test
  void untilWhatWasReleasedIsCommitted() {
    pulse.released();
    pulse.adjust(NOW, Long.MAX_VALUE);
    assertThat(running()).containsExactly(FAST);
    assertThat(context.committed()).isFalse();

    tick();

    assertThat(context.committed()).isTrue();
    assertThat(running()).isEmpty();
  }

  @Test
  void withoutACommitWhenNothingWasReleased() {
    nextMs = NOW + 500;
    pulse.adjust(NOW, nextMs);

    tick();

    assertThat(context.committed()).isFalse();
    assertThat(running()).containsExactly(FAST);
  }

  private void tick() {
    context.scheduledPunctuators().stream()
        .filter(punctuator -> !punctuator.cancelled())
        .forEach(punctuator -> punctuator.getPunctuator().punctuate(NOW));
  }
}
