package dev.barid.core.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.barid.core.attempt.AttemptResult.Answered;
import dev.barid.core.attempt.AttemptResult.Failed;
import dev.barid.core.attempt.ErrorClass;
import dev.barid.core.text.InvalidInputException;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("What may be retried")
class StatusRulesTest {
  @ParameterizedTest
  @ValueSource(ints = {200, 201, 202, 204, 206, 226, 299})
  @Tag("R-C1")
  void successIsAny2xx(int status) {
    assertVerdict(status, Verdict.SUCCESS);
  }

  @ParameterizedTest
  @ValueSource(ints = {408, 429, 500, 501, 502, 503, 504, 511, 599})
  @Tag("R-C2")
  void transientAnswersAreRetried(int status) {
    assertVerdict(status, Verdict.TRANSIENT);
  }

  @ParameterizedTest
  @CsvSource({
    "TIMEOUT, TRANSIENT",
    "CONNECT, TRANSIENT",
    "DNS, TRANSIENT",
    "TLS, TRANSIENT",
    "CLOSED, TRANSIENT",
    "HTTP, TRANSIENT",
    "BLOCKED_ADDRESS, PERMANENT",
    "BAD_URL, PERMANENT",
  })
  @Tag("R-C2")
  @Tag("R-C3")
  void failuresWithoutAnAnswerAreRetriedUnlessTheUrlIsAtFault(ErrorClass kind, Verdict verdict) {
    assertThat(StatusRules.STANDARD.verdict(new Failed(kind, "said why"))).isEqualTo(verdict);
  }

  @ParameterizedTest
  @ValueSource(ints = {400, 401, 403, 422})
  @Tag("R-C3")
  void permanentAnswersAreNotRetried(int status) {
    assertVerdict(status, Verdict.PERMANENT);
  }

  @Test
  @Tag("R-C6")
  void a410IsGone() {
    assertVerdict(410, Verdict.GONE);
  }

  @Test
  @Tag("R-C4")
  void a404IsAClassOfItsOwnUnlessListed() {
    assertVerdict(404, Verdict.NOT_FOUND);
    assertThat(rules("404", "400").verdict(new Answered(404))).isEqualTo(Verdict.TRANSIENT);
    assertThat(rules("503", "404").verdict(new Answered(404))).isEqualTo(Verdict.PERMANENT);
  }

  @ParameterizedTest
  @ValueSource(ints = {100, 101, 199, 300, 301, 302, 304, 307, 308, 399, 402, 405, 418, 451, 499})
  @Tag("R-C5")
  void everythingElseIsRetried(int status) {
    assertVerdict(status, Verdict.TRANSIENT);
  }

  @ParameterizedTest
  @ValueSource(ints = {Integer.MIN_VALUE, -1, 0, 99, 600, 999, Integer.MAX_VALUE})
  @Tag("R-C5")
  void aStatusThatIsNoneIsRetriedToo(int status) {
    assertVerdict(status, Verdict.TRANSIENT);
  }

  @Test
  @Tag("R-C7")
  void aListGivenReplacesTheDefaultAndWhatItLeavesOutIsRetried() {
    StatusRules rules = rules("503", "409");

    assertThat(rules.verdict(new Answered(409))).isEqualTo(Verdict.PERMANENT);
    assertThat(rules.verdict(new Answered(400))).isEqualTo(Verdict.TRANSIENT);
    assertThat(rules.verdict(new Answered(410))).isEqualTo(Verdict.TRANSIENT);
    assertThat(rules.verdict(new Answered(500))).isEqualTo(Verdict.TRANSIENT);
  }

  @Test
  @Tag("R-C7")
  @Tag("R-X3")
  void aStatusInBothListsIsRefused() {
    assertThatThrownBy(() -> rules("400-429", "428"))
        .isInstanceOf(InvalidInputException.class)
        .hasMessage("permanent \"428\" (expected: a status that is not also in retry, 400-429)");
  }

  @Test
  @Tag("R-C1")
  @Tag("R-X3")
  void a2xxInAListIsRefused() {
    assertThatThrownBy(() -> rules("100-599", "")).hasMessageStartingWith("retry \"200\"");
    assertThatThrownBy(() -> rules("", "299-300")).hasMessageStartingWith("permanent \"299\"");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "99",
        "600",
        "4xx",
        "500-",
        "-500",
        "500-600",
        "99-200",
        "599-500",
        "500 - 599",
        "0408",
        "408,429",
        "٤٠٨"
      })
  @Tag("R-X3")
  void anEntryThatIsNoStatusOrRangeIsRefused(String entry) {
    assertThatThrownBy(() -> StatusSet.parse("retry", List.of("429", entry)))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageStartingWith("retry[1] \"" + entry + "\" (expected: a status such as 429");
  }

  @Test
  void aSetIsWrittenAsItsShortestEntries() {
    assertThat(StatusSet.of("500-599", "429", "408", "501", "430"))
        .hasToString("408, 429-430, 500-599");
    assertThat(StatusSet.of("100-599"))
        .hasToString("100-599")
        .isEqualTo(StatusSet.of("100-299", "300-599"));
    assertThat(StatusSet.of()).hasToString("");
  }

  private static StatusRules rules(String retry, String permanent) {
    return new StatusRules(set(retry), set(permanent));
  }

  private static StatusSet set(String entry) {
    return entry.isEmpty() ? StatusSet.of() : StatusSet.of(entry);
  }

  private static void assertVerdict(int status, Verdict verdict) {
    assertThat(StatusRules.STANDARD.verdict(new Answered(status))).isEqualTo(verdict);
  }
}
