package dev.barid.dlq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PositionTest {

  @Test
  void aTopicMayHaveDashesAndDigits() {
    assertThat(Position.parse("shop-1-dlq-3-17")).isEqualTo(new Position("shop-1-dlq", 3, 17));
    assertThat(new Position("shop-1-dlq", 3, 17)).hasToString("shop-1-dlq-3-17");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "17", "3-17", "barid.dlq", "barid.dlq-3-", "barid.dlq-3-x", "-3-17"})
  void anythingElseIsRefused(String text) {
    assertThatThrownBy(() -> Position.parse(text))
        .hasMessage(
            "position \"%s\" (expected: topic-partition-offset as dlq list shows it, e.g."
                    .formatted(text)
                + " barid.dlq-3-17)");
  }
}
