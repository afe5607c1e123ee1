package dev.barid.faults.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LedgerFileTest {
  private static final Map<String, Integer> COLUMNS = Map.of("sent", 3, "end", 2);

  @TempDir private Path directory;
  private Path path;

  @BeforeEach
  void name() {
    path = directory.resolve("ledger");
  }

  @Test
  void keepsLinesInTheirOrderOverReopening() {
    append("sent", "1", "a b");
    append("end", "1");
    append("sent", "2", "");
    assertThat(LedgerFile.read(path, COLUMNS))
        .containsExactly(
            List.of("sent", "1", "a b"), List.of("end", "1"), List.of("sent", "2", ""));
  }

  @Test
  void aLineThatAKilledWriterLeftUnfinishedIsNoneAndSpoilsNoOther() throws Exception {
    append("sent", "1", "a");
    Files.writeString(path, "sent\t2", StandardOpenOption.APPEND);
    assertThat(LedgerFile.read(path, COLUMNS)).containsExactly(List.of("sent", "1", "a"));
    append("sent", "3", "c");
    assertThat(LedgerFile.read(path, COLUMNS))
        .containsExactly(List.of("sent", "1", "a"), List.of("sent", "3", "c"));
  }

  @Test
  void aFileThatIsNotThereHasNoLines() {
    assertThat(LedgerFile.read(path, COLUMNS)).isEmpty();
  }

  @Test
  void refusesWhatWouldBreakALine() {
    assertThatThrownBy(() -> append("sent", "1", "a\tb"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("field \"a\tb\" (expected: no tab, one line)");
  }

  private void append(Object... fields) {
    try (LedgerFile file = LedgerFile.open(path)) {
      file.append(fields);
    }
  }
}
