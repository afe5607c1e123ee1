package dev.barid.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.barid.core.delivery.HeaderNames;
import dev.barid.core.topic.RetryTier;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("R-D5")
class DueTimeTest {

  private static final long NOW = 1_800_000_000_000L;
  private static final long DAY = Duration.ofDays(1).toMillis();
  private static final RetryTier TIER = new RetryTier("10m", Duration.ofMinutes(10));

  private static Headers headers(String... namesAndValues) {
    RecordHeaders headers = new RecordHeaders();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      headers.add(namesAndValues[i], namesAndValues[i + 1].getBytes(StandardCharsets.UTF_8));
    }
    return headers;
  }

  private static long due(Headers headers) {
    return DueTime.of(headers, TIER, NOW);
  }

  @Test
  void isWhatTheHeaderSays() {
    assertThat(due(headers(HeaderNames.DUE_AT, "" + (NOW + 5)))).isEqualTo(NOW + 5);
    assertThat(due(headers(HeaderNames.DUE_AT, "" + (NOW - 5)))).isEqualTo(NOW - 5);
    assertThat(due(headers(HeaderNames.DUE_AT, "0"))).isZero();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "-1",
        "+1",
        "-9223372036854775808",
        "9223372036854775808",
        "99999999999999999999",
        "1e18",
        "12.5",
        "soon",
        "0x7f",
        " 1800000000005",
        "1800000000005\n",
        "१८",
        "\u0000"
      })
  void isNowWhereTheHeaderIsUnreadable(String text) {
    assertThat(due(headers(HeaderNames.DUE_AT, text))).isEqualTo(NOW);
  }

  @Test
  void isNowWithoutAHeaderOrValue() {
    assertThat(due(headers())).isEqualTo(NOW);
    assertThat(due(new RecordHeaders().add(HeaderNames.DUE_AT, null))).isEqualTo(NOW);
  }

  @Test
  void isTheLastOfSeveral() {
    assertThat(due(headers(HeaderNames.DUE_AT, "" + (NOW + 5), HeaderNames.DUE_AT, "" + (NOW + 9))))
        .isEqualTo(NOW + 9);
  }

  @Test
  void isNotAfterTheGiveUpTime() {
    assertThat(
            due(
                headers(
                    HeaderNames.DUE_AT, "" + (NOW + 9), HeaderNames.GIVE_UP_AT, "" + (NOW + 5))))
        .isEqualTo(NOW + 5);
    assertThat(
            due(
                headers(
                    HeaderNames.DUE_AT, "999999999999999999", HeaderNames.GIVE_UP_AT, "" + NOW)))
        .isEqualTo(NOW);
  }

  @Test
  void mayBeMoreThanADayOff() {
    for (long days : new long[] {2, 30, 366}) {
      long dueMs = NOW + days * DAY;
      assertThat(
              due(
                  headers(
                      HeaderNames.DUE_AT, "" + dueMs, HeaderNames.GIVE_UP_AT, "" + (dueMs + 1))))
          .isEqualTo(dueMs);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "-1", "never", "99999999999999999999"})
  void isAfterTheTiersLengthAtTheLatestWhereNobodyKnowsWhenToGiveUp(String giveUpAt) {
    String inAMonth = "" + (NOW + 30 * DAY);
    long afterTheTier = NOW + TIER.length().toMillis();
    assertThat(due(headers(HeaderNames.DUE_AT, inAMonth))).isEqualTo(afterTheTier);
    assertThat(due(headers(HeaderNames.DUE_AT, inAMonth, HeaderNames.GIVE_UP_AT, giveUpAt)))
        .isEqualTo(afterTheTier);
  }

  @Test
  void isAfterTheTiersLengthWhereItIsFartherOffThanAnyPolicyGoes() {
    long afterTheTier = NOW + TIER.length().toMillis();
    assertThat(due(headers(HeaderNames.DUE_AT, "" + (NOW + 367 * DAY)))).isEqualTo(afterTheTier);
    assertThat(
            due(
                headers(
                    HeaderNames.DUE_AT, "999999999999999999",
                    HeaderNames.GIVE_UP_AT, "999999999999999998")))
        .isEqualTo(afterTheTier);
    assertThat(due(headers(HeaderNames.DUE_AT, "999999999999999999", HeaderNames.GIVE_UP_AT, "?")))
        .isEqualTo(afterTheTier);
  }
}
