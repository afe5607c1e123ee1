package dev.barid.faults.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.barid.testkit.Behavior;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class EndpointBehaviorTest {

  @Test
  void isReadFromTheTargetThatItMade() {
    for (EndpointBehavior behavior :
        List.of(
            new EndpointBehavior.Healthy(),
            new EndpointBehavior.Flaky(0.25),
            new EndpointBehavior.Slow(Duration.ofMillis(1500)),
            new EndpointBehavior.Hanging(),
            new EndpointBehavior.Answering(400),
            new EndpointBehavior.Closing())) {
      assertThat(EndpointBehavior.of(behavior.target("orders"))).isEqualTo(behavior);
      assertThat(behavior.target("orders")).startsWith("/orders?");
    }
  }

  @Test
  void aTargetThatSaysNothingIsRefused() {
    assertThatThrownBy(() -> EndpointBehavior.of("/orders?do=dance"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("target \"/orders?do=dance\" (expected: do=succeed, ");
  }

  @Test
  void aFlakyOneFailsAboutItsShare() {
    Random random = new Random(1);
    EndpointBehavior flaky = new EndpointBehavior.Flaky(0.3);
    long failures =
        IntStream.range(0, 1_000)
            .mapToObj(i -> (Behavior.Answer) flaky.next(random))
            .filter(answer -> answer.status() == 503)
            .count();
    assertThat(failures).isBetween(250L, 350L);
  }
}
