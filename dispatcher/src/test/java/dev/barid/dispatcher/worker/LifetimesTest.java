package dev.barid.dispatcher.worker;

import static dev.barid.dispatcher.worker.Samples.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import dev.barid.core.attempt.AttemptResult;
import dev.barid.core.delivery.Delivery;
import dev.barid.core.delivery.History;
import dev.barid.core.delivery.LastAttempt;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("R-B4")
class LifetimesTest {

  @Test
  void noAttemptStartsAtOrAfterTheGiveUpTime() {
    Delivery delivery = Samples.delivery("orders", Samples.until(NOW.plusMillis(10)));
    assertThat(Lifetimes.isOver(delivery, NOW.plusMillis(9))).isFalse();
    assertThat(Lifetimes.isOver(delivery, NOW.plusMillis(10))).isTrue();
    assertThat(Lifetimes.isOver(delivery, NOW.plusMillis(11))).isTrue();
  }

  @Test
  void aDeliveryNotSeenBeforeIsNotOver() {
    assertThat(Lifetimes.isOver(Samples.delivery("orders", History.NONE), NOW)).isFalse();
  }

  @Test
  void saysWhenItGaveUpAndWhatTheLastAttemptCameTo() {
    Delivery untried = Samples.delivery("orders", Samples.until(NOW));
    assertThat(Lifetimes.overDetail(untried))
        .isEqualTo("gave up at 2026-03-01T12:00:00Z after 0 attempts");
    Delivery tried =
        untried.with(
            untried.history().attempted(LastAttempt.of(NOW, new AttemptResult.Answered(503))));
    assertThat(Lifetimes.overDetail(tried))
        .isEqualTo("gave up at 2026-03-01T12:00:00Z after 1 attempt, last: HTTP 503");
  }
}
