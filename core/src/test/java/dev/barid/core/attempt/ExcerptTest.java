package dev.barid.core.attempt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.barid.core.Seeded;
import dev.barid.core.attempt.AttemptResult.Answered;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@DisplayName("A response's excerpt")
@Tag("R-I8")
class ExcerptTest {
  @Test
  void isTheWholeOfAShortText() {
    assertThat(Excerpt.of("{\"error\":\"größer\"}".getBytes(StandardCharsets.UTF_8)))
        .isEqualTo("{\"error\":\"größer\"}");
    assertThat(Excerpt.of(new byte[0])).isEmpty();
  }

  @Test
  void isCutBetweenCharacters() {
    assertThat(Excerpt.of(("x" + "€".repeat(1000)).getBytes(StandardCharsets.UTF_8)))
        .isEqualTo("x" + "€".repeat(341));
    assertThat(Excerpt.of(("x" + "😀".repeat(1000)).getBytes(StandardCharsets.UTF_8)))
        .isEqualTo("x" + "😀".repeat(255));
  }

  @Test
  void isAtMostOneKibibyteWhateverTheBytes() {
    Seeded.runs(
        2_000,
        random -> {
          byte[] body = new byte[random.nextInt(4096)];
          random.nextBytes(body);

          String excerpt = Excerpt.of(body);

          assertThat(excerpt.getBytes(StandardCharsets.UTF_8).length).isLessThanOrEqualTo(1024);
        });
  }

  @Test
  void isCutInAnAnswerToo() {
    String tooLong = "€".repeat(5000);

    assertThat(new Answered(500, Optional.empty(), Optional.empty(), tooLong).excerpt())
        .isEqualTo("€".repeat(341));
  }
}
