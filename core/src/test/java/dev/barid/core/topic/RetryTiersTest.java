package dev.barid.core.topic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.barid.core.Seeded;
import dev.barid.core.text.Durations;
import dev.barid.core.text.InvalidInputException;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("The delay tiers")
@Tag("R-S2")
class RetryTiersTest {

  @ParameterizedTest
  @CsvSource({
    "0s, 10s",
    "1ms, 10s",
    "10s, 10s",
    "10001ms, 1m",
    "60s, 1m",
    "61s, 10m",
    "10m, 10m",
    "11m, 1h",
    "1h, 1h",
    "2h, 1h",
    "3d, 1h",
    "365d, 1h",
  })
  void takeAWaitIntoTheSmallestThatIsNotShorterAndTheLastTakesAllLonger(String wait, String tier) {
    assertThat(RetryTiers.DEFAULT.tierFor(Durations.parse(wait)).name()).isEqualTo(tier);
  }

  @Test
  void takeAWaitThatIsOverIntoTheFirst() {
    assertThat(RetryTiers.DEFAULT.tierFor(Duration.ofHours(-5)).name()).isEqualTo("10s");
    assertThat(RetryTiers.DEFAULT.tierFor(Duration.ofNanos(1)).name()).isEqualTo("10s");
    assertThat(RetryTiers.DEFAULT.tierFor(Duration.ofSeconds(10).plusNanos(1)).name())
        .isEqualTo("1m");
  }

  @Test
  void areNamedByTheShortestFormOfTheirLength() {
    assertThat(RetryTiers.parse("60s, 3600s,1440m").tiers())
        .extracting(RetryTier::name)
        .containsExactly("1m", "1h", "1d");
    assertThat(Topics.DEFAULT.retry(RetryTiers.parse("90s").tiers().get(0)))
        .isEqualTo("barid.retry.90s");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", ",", "10s,", ",10s", "10s,,1m", "ten", "0s", "10s,10s", "60s,1m", "1m,10s"})
  @Tag("R-X3")
  void areDurationsThatRise(String text) {
    assertThatThrownBy(() -> RetryTiers.parse(text))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageStartingWith("retry.tiers \"");
  }

  @Test
  @Tag("R-X3")
  void areOneToSixteen() {
    String seventeen =
        IntStream.rangeClosed(1, 17).mapToObj(i -> i + "s").collect(Collectors.joining(","));

    assertThatThrownBy(() -> RetryTiers.parse(seventeen))
        .hasMessage("retry.tiers \"17 durations\" (expected: 1 to 16 durations)");
    assertThatThrownBy(() -> new RetryTiers(List.of()))
        .hasMessage("retry.tiers \"0 durations\" (expected: 1 to 16 durations)");
  }

  @Test
  void areTheSmallestNotShorterWhateverTheTiers() {
    Seeded.runs(
        2_000,
        random -> {
          List<RetryTier> lengths =
              random
                  .longs(1 + random.nextInt(8), 1, 1_000_000)
                  .distinct()
                  .sorted()
                  .mapToObj(ms -> RetryTier.parse("t", ms + "ms"))
                  .toList();
          RetryTiers tiers = new RetryTiers(lengths);
          Duration wait = Duration.ofMillis(random.nextLong(1_200_000));
          RetryTier last = lengths.get(lengths.size() - 1);

          assertThat(tiers.tierFor(wait))
              .isEqualTo(
                  lengths.stream()
                      .filter(tier -> tier.length().compareTo(wait) >= 0)
                      .findFirst()
                      .orElse(last));
        });
  }
}
