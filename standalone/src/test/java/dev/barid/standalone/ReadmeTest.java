package dev.barid.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** What the first page tells people to type is understood by the program. */
@DisplayName("README.md")
class ReadmeTest {

  private static final int MOST_LINES = 150;
  private static final int FEWEST_COMMANDS = 10;

  private static final Pattern BLOCK = Pattern.compile("(?ms)^```sh\\n(.*?)^```");

  /** A quoted word, a comment, a pipe or a word. */
  private static final Pattern TOKEN = Pattern.compile("'[^']*'|\"[^\"]*\"|#.*|\\||[^\\s|'\"]+");

  private final String page = read(Path.of("..", "README.md"));

  @Test
  void isShort() {
    assertThat(page.lines().count()).isLessThanOrEqualTo(MOST_LINES);
  }

  @Test
  void showsHowTheProgramIsUsed() {
    assertThat(commands()).hasSizeGreaterThanOrEqualTo(FEWEST_COMMANDS);
  }

  @TestFactory
  Stream<DynamicTest> showsCommandsThatTheProgramUnderstands() {
    return commands().stream()
        .map(
            command ->
                DynamicTest.dynamicTest(
                    String.join(" ", command),
                    () ->
                        assertThatCode(
                                () -> Barid.commandLine().parseArgs(command.toArray(String[]::new)))
                            .doesNotThrowAnyException()));
  }

  /** The arguments of every {@code ./barid} in the page's blocks of shell commands. */
  private List<List<String>> commands() {
    return BLOCK
        .matcher(page)
        .results()
        .flatMap(block -> block.group(1).replace("\\\n", " ").lines())
        .flatMap(ReadmeTest::piped)
        .filter(words -> !words.isEmpty() && words.get(0).equals("./barid"))
        .map(words -> words.subList(1, words.size()))
        .toList();
  }

  /** The commands of a line, without assignments before them and without its comment. */
  private static Stream<List<String>> piped(String line) {
    List<List<String>> commands = new ArrayList<>();
    List<String> words = new ArrayList<>();
    for (String token : TOKEN.matcher(line).results().map(MatchResult::group).toList()) {
      if (token.equals("|")) {
        commands.add(words);
        words = new ArrayList<>();
      } else if (!token.startsWith("#") && !(words.isEmpty() && token.contains("="))) {
        words.add(token.replaceAll("^(['\"])(.*)\\1$", "$2"));
      }
    }
    commands.add(words);
    return commands.stream();
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}
