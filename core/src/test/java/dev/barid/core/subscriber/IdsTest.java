package dev.barid.core.subscriber;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.barid.core.Seeded;
import dev.barid.core.text.InvalidInputException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("The id of a subscriber or an endpoint")
@Tag("R-X3")
class IdsTest {

  @ParameterizedTest
  @ValueSource(strings = {"a", "Z", "0", "_", "-", "acme-Prod_1"})
  void isMadeOfLettersDigitsDashAndUnderscore(String id) {
    assertThat(Ids.check("id", id)).isEqualTo(id);
    assertThat(Ids.fromKey(id.getBytes(StandardCharsets.UTF_8))).contains(id);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "a b", "a.b", "a/b", "ä", "٣", "ａ", "a\n", "a\u0000", "😀"})
  void isOfNothingElse(String id) {
    assertThatThrownBy(() -> Ids.check("endpoints[3].id", id))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageStartingWith("endpoints[3].id \"")
        .hasMessageEndingWith("\" (expected: 1 to 128 of A-Z a-z 0-9 _ -)");
    assertThat(Ids.fromKey(id.getBytes(StandardCharsets.UTF_8))).isEqualTo(Optional.empty());
  }

  @Test
  void hasAtMost128Characters() {
    assertThat(Ids.check("id", "x".repeat(128))).hasSize(128);
    assertThatThrownBy(() -> Ids.check("id", "x".repeat(129)))
        .isInstanceOf(InvalidInputException.class);
    assertThat(Ids.fromKey(new byte[129])).isEqualTo(Optional.empty());
  }

  @Test
  @DisplayName("is read from a key only if it is written back to the same bytes")
  void isReadExactly() {
    Seeded.runs(
        5_000,
        random -> {
          byte[] key = new byte[random.nextInt(5)];
          random.nextBytes(key);
          Ids.fromKey(key)
              .ifPresent(id -> assertThat(id.getBytes(StandardCharsets.UTF_8)).isEqualTo(key));
        });
  }
}
