package dev.barid.benchmarks.open;

import static org.assertj.core.api.Assertions.assertThat;

import dev.barid.benchmarks.open.Crowd.Trouble;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class CrowdTest {

  @Test
  void everyTenthIsInTroubleAndTheOthersCountWithItAndWithout() {
    for (boolean troubled : new boolean[] {false, true}) {
      Crowd crowd = new Crowd(1_000, Trouble.HOLES, troubled);
      assertThat(crowd.counted(0, 10_000)).isEqualTo(9_000);
      assertThat(crowd.counts(0)).isFalse();
      assertThat(crowd.counts(11)).isTrue();
    }
  }

  @Test
  void oneIsSentFourOfFiveEventsOfAFlood() {
    Crowd crowd = new Crowd(100, Trouble.FLOOD, true);
    assertThat(crowd.counted(0, 5_000)).isEqualTo(1_000);
    for (int number = 0; number < 10_000; number += 5) {
      assertThat(crowd.subscriberOf(number)).isBetween(1, 99);
    }
  }

  @Test
  void aBodyIsJsonAndSaysWhenItWasDueAndWhichItIs() {
    byte[] body = Body.of(1_790_000_000_123_456L, 4_711, 256);
    assertThat(body).hasSize(256);
    assertThat(Body.atMicros(body)).isEqualTo(1_790_000_000_123_456L);
    assertThat(Body.number(body)).isEqualTo(4_711);
    assertThat(new String(body, StandardCharsets.US_ASCII))
        .matches("\\{\"at\":0001790000000123456,\"n\":0000004711,\"pad\":\"x+\"}");
  }

  @Test
  void figuresComeBackAsTheyWereSent() {
    Figures figures = new Figures(1, 2, 3, 4, 5, 6);
    assertThat(Figures.parse(figures.line())).isEqualTo(figures);
  }
}
