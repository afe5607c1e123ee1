package dev.barid.core.subscriber;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.barid.core.text.InvalidInputException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("An event-type filter")
@Tag("R-R1")
class EventTypesTest {

  @ParameterizedTest
  @CsvSource({
    // No pattern and the star want everything, typed or not.
    "'', order.created, true",
    "'', , true",
    "*, order.created, true",
    "*, , true",
    // Any other pattern wants a type.
    "order.created, , false",
    "order.*, , false",
    "order.created, order.created, true",
    "order.created, order.createdAt, false",
    "order.created, Order.created, false",
    "order.*, order.created, true",
    "order.*, order.line.added, true",
    "order.*, order, false",
    "order.*, orders.created, false",
    "order.*, reorder.created, false",
    "order.*, ORDER.created, false",
    "a.b;order.*, order.x, true",
    "a.b;order.*, a.c, false",
    // Nothing in a pattern is a regular expression.
    "a+b, aab, false",
    "a+b, a+b, true",
    "a?.*, ab.c, false",
  })
  void wants(String patterns, @Nullable String type, boolean wanted) {
    List<String> list = patterns.isEmpty() ? List.of() : Arrays.asList(patterns.split(";"));

    assertThat(new EventTypes(list).match(Optional.ofNullable(type))).isEqualTo(wanted);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "*.created", "order.*.x", "order*", "**", "*.*", "a\nb", "a.**"})
  @Tag("R-X3")
  void refusesAPatternThatItWouldNotMatchAsMeant(String pattern) {
    assertThatThrownBy(() -> new EventTypes(List.of("ok", pattern)))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageStartingWith("eventTypes[1] \"");
  }

  @ParameterizedTest
  @CsvSource({"256, true", "257, false"})
  @Tag("R-X3")
  void refusesAPatternThatIsTooLong(int length, boolean accepted) {
    List<String> patterns = List.of("x".repeat(length));

    if (accepted) {
      assertThat(new EventTypes(patterns).patterns()).isEqualTo(patterns);
    } else {
      assertThatThrownBy(() -> new EventTypes(patterns)).isInstanceOf(InvalidInputException.class);
    }
  }
}
