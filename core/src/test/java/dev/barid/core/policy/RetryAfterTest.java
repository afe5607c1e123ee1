package dev.barid.core.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.barid.core.Seeded;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("Retry-After")
@Tag("R-B5")
class RetryAfterTest {
  private static final Instant NOW = Instant.parse("1994-11-06T08:49:37Z");

  @ParameterizedTest
  @CsvSource(
      ignoreLeadingAndTrailingWhitespace = false,
      value = {
        "0,PT0S",
        "120,PT2M",
        "  30  ,PT30S",
        "\t30\t,PT30S",
        "0030,PT30S",
        "00000000000000000000000000000000,PT0S",
        "86401,PT24H1S",
        "9999999999,PT2777777H46M39S",
      })
  void isReadAsSeconds(String value, Duration expected) {
    assertThat(RetryAfter.parse(value, NOW)).contains(expected);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Sun, 06 Nov 1994 08:51:37 GMT",
        " Sun, 06 Nov 1994 08:51:37 GMT ",
        "Sunday, 06-Nov-94 08:51:37 GMT",
        "Sun Nov  6 08:51:37 1994",
        "Sun Nov 06 08:51:37 1994",
        "Mon, 06 Nov 1994 08:51:37 GMT",
      })
  void isReadAsADateInEachOfItsThreeForms(String value) {
    assertThat(RetryAfter.parse(value, NOW)).contains(Duration.ofMinutes(2));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Sun, 06 Nov 1994 08:49:37 GMT",
        "Sun, 06 Nov 1994 08:49:36 GMT",
        "Thu, 01 Jan 1970 00:00:00 GMT",
        "Sat, 01 Jan 0000 00:00:00 GMT",
        "Saturday, 01-Jan-50 00:00:00 GMT",
      })
  void ofAPastDateIsZero(String value) {
    assertThat(RetryAfter.parse(value, NOW)).contains(Duration.ZERO);
  }

  @Test
  void ofATwoDigitYearIsWithinTheNext50YearsOrPast() {
    assertThat(RetryAfter.parse("Sunday, 06-Nov-44 08:49:37 GMT", NOW))
        .contains(Duration.between(NOW, Instant.parse("2044-11-06T08:49:37Z")));
    assertThat(RetryAfter.parse("Sunday, 07-Nov-44 08:49:37 GMT", NOW)).contains(Duration.ZERO);
    assertThat(RetryAfter.parse("Sunday, 06-Nov-01 08:49:37 GMT", NOW))
        .contains(Duration.between(NOW, Instant.parse("2001-11-06T08:49:37Z")));
  }

  @Test
  void mayNameALeapSecond() {
    assertThat(RetryAfter.parse("Sun, 06 Nov 1994 08:49:60 GMT", NOW))
        .contains(Duration.ofSeconds(23));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "   ",
        "soon",
        "-5",
        "+5",
        "12.5",
        "300s",
        "1e18",
        "inf",
        "Infinity",
        "NaN",
        "0x10",
        "1 2",
        "1,2",
        "120, 120",
        "٣",
        "\u00a030",
        "10000000000",
        "9223372036854775807",
        "99999999999999999999",
        "Sun, 06 Nov 1994 08:51:37",
        "Sun, 06 Nov 1994 08:51:37 UTC",
        "Sun, 06 Nov 1994 08:51:37 +0000",
        "Sun, 6 Nov 1994 08:51:37 GMT",
        "sun, 06 nov 1994 08:51:37 gmt",
        "Xyz, 06 Nov 1994 08:51:37 GMT",
        "Sun, 31 Nov 1994 08:51:37 GMT",
        "Sun, 00 Nov 1994 08:51:37 GMT",
        "Sun, 06 Nov 1994 24:00:00 GMT",
        "Sun, 06 Nov 1994 08:61:37 GMT",
        "Sun, 06 Nov 1994 08:51:61 GMT",
        "Sunday, 31-Feb-94 08:51:37 GMT",
        "1994-11-06T08:51:37Z",
      })
  void thatIsNeitherIsIgnored(String value) {
    assertThat(RetryAfter.parse(value, NOW)).isEmpty();
  }

  @Test
  void thatIsVeryLongIsIgnored() {
    assertThat(RetryAfter.parse("0".repeat(100_000), NOW)).isEmpty();
    assertThat(RetryAfter.parse(" ".repeat(100_000) + "5", NOW)).contains(Duration.ofSeconds(5));
  }

  @Test
  void isCappedSeparately() {
    assertThat(RetryAfter.capped(Duration.ofHours(25), RetryAfter.DEFAULT_CAP))
        .isEqualTo(Duration.ofHours(24));
    assertThat(RetryAfter.capped(Duration.ofHours(23), RetryAfter.DEFAULT_CAP))
        .isEqualTo(Duration.ofHours(23));
  }

  @Test
  void readsBackAnyDateThatWasWritten() {
    DateTimeFormatter form =
        DateTimeFormatter.ofPattern("EEE, dd MMM uuuu HH:mm:ss 'GMT'", Locale.US);

    Seeded.runs(
        3_000,
        random -> {
          Instant now = Instant.ofEpochMilli(random.nextLong(4_000_000_000_000L));
          Instant date = Instant.ofEpochSecond(random.nextLong(4_000_000_000L));
          Duration ahead = Duration.between(now, date);

          assertThat(RetryAfter.parse(form.format(date.atOffset(ZoneOffset.UTC)), now))
              .contains(ahead.isNegative() ? Duration.ZERO : ahead);
        });
  }

  @Test
  void neverHarmsWhateverTheText() {
    String alphabet = "0123456789 \t,:-+.eGMTSunNov\u0000\u00a0٣";
    Seeded.runs(
        10_000,
        random -> {
          StringBuilder text =
              new StringBuilder(random.nextBoolean() ? "" : "Sun, 06 Nov 1994 08:51:37 GMT");
          for (int i = random.nextInt(12); i > 0; i--) {
            char c = alphabet.charAt(random.nextInt(alphabet.length()));
            if (text.length() > 0 && random.nextBoolean()) {
              text.setCharAt(random.nextInt(text.length()), c);
            } else {
              text.append(c);
            }
          }

          Optional<Duration> wait = RetryAfter.parse(text.toString(), NOW);

          assertThat(wait.filter(Duration::isNegative)).isEmpty();
        });
  }
}
