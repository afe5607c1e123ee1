package dev.barid.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RowsTest {

  private record Bird(
      String name, @Nullable String song, Optional<Integer> eggs, Instant seenAt, String ring) {}

  private static final List<Column<Bird>> COLUMNS =
      List.of(
          Column.text("name", Bird::name),
          Column.text("song", Bird::song),
          Column.number("eggs", Bird::eggs),
          Column.hidden("seenAt", Bird::seenAt),
          Column.whole("ringNumber", Bird::ring));

  private static final Instant SEEN = Instant.parse("2026-05-01T04:30:00.123Z");
  private static final Bird WREN = new Bird("wren", "loud", Optional.of(6), SEEN, "R-1");
  private static final Bird CROW = new Bird("crow", null, Optional.empty(), SEEN, "R-22");

  private final StringWriter text = new StringWriter();
  private final PrintWriter out = new PrintWriter(text);

  private List<String> table(OptionalInt width, Bird... birds) {
    try (Rows<Bird> rows = new TableRows<>(out, new Terminal(width, false, false), COLUMNS)) {
      for (Bird bird : birds) {
        rows.add(bird);
      }
    }
    return text.toString().lines().toList();
  }

  @Test
  void jsonHasEveryFieldOfEveryRowOnALineOfItsOwn() {
    try (Rows<Bird> rows = new JsonRows<>(out, COLUMNS)) {
      rows.add(WREN);
      rows.add(CROW);
    }

    assertThat(text.toString())
        .isEqualTo(
            """
            {"name":"wren","song":"loud","eggs":6,"seenAt":"2026-05-01T04:30:00.123Z","ringNumber":"R-1"}
            {"name":"crow","song":null,"eggs":null,"seenAt":"2026-05-01T04:30:00.123Z","ringNumber":"R-22"}
            """);
  }

  @Test
  void aTableHasAHeaderAndAlignsNumbersRight() {
    assertThat(table(OptionalInt.empty(), WREN, CROW))
        .containsExactly(
            "NAME  SONG  EGGS  RING NUMBER", //
            "wren  loud     6  R-1",
            "crow  -        -  R-22");
  }

  @Test
  void aTableFitsTheTerminalByCuttingItsLongestTexts() {
    Bird talker = new Bird("starling", "x".repeat(200), Optional.of(12_345), SEEN, "R-333");

    List<String> lines = table(OptionalInt.of(50), WREN, talker);

    assertThat(lines).allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(50));
    assertThat(lines.get(2)).startsWith("starling  xxx").contains("x…  12345  R-333");
  }

  @Test
  void whatMustBeCopiedIsNeverCut() {
    Bird ringed = new Bird("b".repeat(100), "s".repeat(100), Optional.of(1), SEEN, "r".repeat(60));

    assertThat(table(OptionalInt.of(40), ringed).get(1)).endsWith("r".repeat(60));
  }

  @Test
  void whereItIsNarrowSpareColumnsAreLeftOutBeforeTextsAreCutShort() {
    List<Column<Bird>> columns =
        List.of(
            Column.text("name", Bird::name),
            Column.spare("seenAt", Bird::seenAt),
            Column.spare("eggs", Bird::eggs),
            Column.whole("ring", Bird::ring));
    for (int width : new int[] {80, 34, 20}) {
      try (Rows<Bird> rows =
          new TableRows<>(out, new Terminal(OptionalInt.of(width), false, false), columns)) {
        rows.add(new Bird("nightingale", "", Optional.of(4), SEEN, "R-1"));
      }
    }

    assertThat(text.toString().lines())
        .containsExactly(
            "NAME         SEEN AT               EGGS  RING",
            "nightingale  2026-05-01T04:30:00Z  4     R-1",
            "NAME         RING",
            "nightingale  R-1",
            "NAME         RING",
            "nightingale  R-1");
  }

  @Test
  void withoutATerminalNothingIsCut() {
    Bird talker = new Bird("starling", "x".repeat(200), Optional.of(1), SEEN, "R");

    assertThat(table(OptionalInt.empty(), talker).get(1)).contains("x".repeat(200));
  }

  @Test
  void nothingInARowReachesTheTerminalAsACommand() {
    Bird evil = new Bird("e\u001b[2Jvil", "a\nb", Optional.empty(), SEEN, "R");

    assertThat(table(OptionalInt.empty(), evil).get(1)).contains("e\\u001b[2Jvil", "a\\nb");
  }

  @Test
  void rowsThatComeLaterKeepToTheColumnsOfTheFirst() {
    try (Rows<Bird> rows = new TableRows<>(out, Terminal.NONE, COLUMNS)) {
      rows.add(CROW);
      rows.flush();
      rows.add(new Bird("nightingale", "sweet", Optional.of(4), SEEN, "R-4"));
    }

    assertThat(text.toString().lines())
        .containsExactly(
            "NAME  SONG  EGGS  RING NUMBER", //
            "crow  -        -  R-22",
            "nig…  swe…     4  R-4");
  }

  @Test
  void noRowsPrintNothing() {
    assertThat(table(OptionalInt.empty())).isEmpty();
  }
}
