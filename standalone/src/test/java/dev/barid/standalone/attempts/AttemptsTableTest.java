package dev.barid.standalone.attempts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.barid.cli.TableRows;
import dev.barid.cli.Terminal;
import dev.barid.core.attempt.AttemptEntry;
import dev.barid.core.attempt.Excerpt;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("R-M4")
class AttemptsTableTest {

  private static final AttemptFilter ALL = filter("", "");
  private static final AttemptFilter ONE = filter("acme", "evt-3-17");
  private static final List<AttemptEntry> STORY =
      List.of(
          Entries.answered("evt-3-17", Entries.NOON, 1, 503, "upstream connect error"),
          Entries.answered("evt-3-17", Entries.NOON.plusSeconds(59), 2, 503, ""),
          Entries.timedOut("evt-3-17", Entries.NOON.plusSeconds(180), 3));

  @Test
  void aNarrowTerminalShowsWhatHappenedAndWhatComesNext() {
    assertThat(table(ALL, 80, STORY))
        .containsExactly(
            "TIME                  ENDPOINT     EVENT     #  RESULT             OUTCOME",
            "2026-05-01T12:00:00Z  acme/orders  evt-3-17  1  HTTP 503: upstre…  retry in 58s",
            "2026-05-01T12:00:59Z  acme/orders  evt-3-17  2  HTTP 503           retry in 58s",
            "2026-05-01T12:03:00Z  acme/orders  evt-3-17  3  timeout: no answ…  dead-lettered");
  }

  @Test
  void whatIsAskedForTakesNoRoomFromTheResult() {
    assertThat(table(ONE, 90, STORY).subList(0, 2))
        .containsExactly(
            "TIME                  ENDPOINT  #  RESULT                            OUTCOME       "
                + " TOOK",
            "2026-05-01T12:00:00Z  orders    1  HTTP 503: upstream connect error  retry in 58s  "
                + " 1.2s");
  }

  @Test
  void aWideOneShowsResultsWhole() {
    assertThat(table(ALL, 120, STORY).get(1))
        .isEqualTo(
            "2026-05-01T12:00:00Z  acme/orders  evt-3-17  1  HTTP 503: upstream connect error"
                + "  retry in 58s   1.2s");
  }

  @ParameterizedTest
  @ValueSource(ints = {80, 120})
  void whateverTheIdsAndAnswersALineIsNoWiderThanTheTerminal(int width) {
    List<AttemptEntry> long_ =
        List.of(
            Entries.answered(
                "3f2a9c1e-5b7d-4e8f-9a0b-1c2d3e4f5a6b", Entries.NOON, 12, 500, "x".repeat(900)),
            Entries.delivered("a-subscriber-with-a-long-name", "e".repeat(256), Entries.NOON, 1));

    assertThat(table(ALL, width, long_)).hasSize(3).allMatch(line -> line.length() <= width);
  }

  @Test
  void anyBytesThatAnEndpointAnswersStayOnOneLineAndCommandNoTerminal() {
    byte[] bytes = new byte[200_000];
    new Random(7).nextBytes(bytes);
    String hostile = "\u001b[2Jgone\r\n\u202e\u0000" + Excerpt.of(bytes);

    List<String> lines =
        table(ALL, 0, List.of(Entries.answered("e", Entries.NOON, 1, 500, hostile)));

    assertThat(lines).hasSize(2);
    assertThat(lines.get(1))
        .contains("\\u001b[2Jgone\\r\\n\\u202e\\u0000")
        .doesNotContainPattern("\\p{Cc}");
  }

  @Test
  void anExcerptIsNeverLargerThanOneKibibyteWhateverTheTopicHas() {
    byte[] json =
        new String(STORY.get(0).toJson(), StandardCharsets.UTF_8)
            .replace("upstream connect error", "\u00e9".repeat(5_000))
            .getBytes(StandardCharsets.UTF_8);

    String excerpt = AttemptEntry.fromJson(json).orElseThrow().excerpt();

    assertThat(excerpt.getBytes(StandardCharsets.UTF_8)).hasSize(1_024);
  }

  @Test
  void theNewestAreKeptInTheOrderOfTheirTimes() {
    NewestAttempts newest = new NewestAttempts(3);
    IntStream.of(5, 1, 9, 7, 9, 2)
        .mapToObj(second -> Entries.timedOut("e", Entries.NOON.plusSeconds(second), second))
        .forEach(newest::add);

    assertThat(newest.oldestFirst()).extracting(AttemptEntry::attempt).containsExactly(7, 9, 9);
  }

  @Test
  void whereElseToLookNamesWhatWasAskedFor() {
    assertThat(WhereElse.lines(ONE))
        .anyMatch(line -> line.endsWith("barid dlq list --subscriber acme --event evt-3-17"))
        .anyMatch(line -> line.endsWith("barid subscriber get acme"))
        .allMatch(line -> line.length() <= 80);
  }

  private static AttemptFilter filter(String subscriber, String event) {
    return new AttemptFilter(
        Optional.of(subscriber).filter(id -> !id.isEmpty()),
        Optional.empty(),
        Optional.of(event).filter(id -> !id.isEmpty()),
        Optional.empty());
  }

  /** The lines printed; with width 0, where there is no terminal. */
  private static List<String> table(AttemptFilter filter, int width, List<AttemptEntry> entries) {
    StringWriter printed = new StringWriter();
    OptionalInt columns = width == 0 ? OptionalInt.empty() : OptionalInt.of(width);
    try (TableRows<AttemptEntry> rows =
        new TableRows<>(
            new PrintWriter(printed),
            new Terminal(columns, false, false),
            AttemptColumns.table(filter))) {
      entries.forEach(rows::add);
    }
    return List.of(printed.toString().split("\n"));
  }
}
