package dev.barid.dispatcher.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("R-I2")
class DeferralTest {

  @ParameterizedTest
  @CsvSource({
    "0, 0, 100", // never at once
    "50, 0, 100",
    "5000, 0, 5000", // the slot decides
    "5000, 3, 5000",
    "0, 3, 800", // each time longer at least
    "5000, 6, 6400",
    "0, 16, 3600000", // an hour at most
    "0, 1000000, 3600000",
    "9999999, 0, 3600000",
    "-5, 0, 100",
  })
  void aFullLaneDefersToItsSlotAndLongerEachTime(long slotMs, int deferrals, long expectedMs) {
    assertThat(Deferral.untilSlot(Duration.ofMillis(slotMs), deferrals)).hasMillis(expectedMs);
  }

  @Test
  void noWaitIsLongerThanAnHour() {
    assertThat(Deferral.LONGEST).hasHours(1);
  }
}
