package dev.barid.core.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("docs/configuration.md")
class SettingsReferenceTest {
  private static final Path FILE = Path.of("..", "docs", "configuration.md");
  private static final String WRITE = "barid.docs.write";
  private static final String BEGIN = "<!-- settings: begin, made from Keys.java -->\n";
  private static final String END = "<!-- settings: end -->\n";

  @Test
  void hasTheTableOfSettingsThatTheProgramHas() throws IOException {
    String page = Files.readString(FILE);
    int begin = page.indexOf(BEGIN) + BEGIN.length();
    int end = page.indexOf(END);
    assertThat(end).as("the place of the table in %s", FILE).isGreaterThanOrEqualTo(begin);
    if (Boolean.getBoolean(WRITE)) {
      Files.writeString(FILE, page.substring(0, begin) + table() + page.substring(end));
      return;
    }

    assertThat(page.substring(begin, end))
        .as("made anew by: mvn -pl core test -Dtest=SettingsReferenceTest -D%s=true", WRITE)
        .isEqualTo(table());
  }

  private static String table() {
    StringBuilder table =
        new StringBuilder(
            """
            | key | environment variable | default | value | what it is for |
            | --- | --- | --- | --- | --- |
            """);
    for (Setting<?> setting : Keys.all()) {
      table.append(
          "| `%s` | `%s` | %s | %s | %s |\n"
              .formatted(
                  setting.key(),
                  setting.environmentVariable(),
                  setting.defaultText().isEmpty() ? "" : "`" + setting.defaultText() + "`",
                  setting.expected(),
                  setting.doc()));
    }
    return table.toString();
  }
}
