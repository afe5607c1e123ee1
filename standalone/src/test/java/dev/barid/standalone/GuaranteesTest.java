package dev.barid.standalone;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Every promise has a line on the page, and what the line names is there. */
@DisplayName("docs/guarantees.md")
class GuaranteesTest {

  private static final Path REPOSITORY = Path.of("..");
  private static final Path PAGE = REPOSITORY.resolve("docs/guarantees.md");

  /** Which promises there are: so many of each kind, in the page's order. */
  private static final List<String> IDS =
      Stream.of("S8", "C8", "B8", "I8", "H6", "D7", "Q4", "M6", "R3", "X3")
          .flatMap(GuaranteesTest::ids)
          .toList();

  /** Those of which something is still missing. What is done is taken out here and on the page. */
  private static final Set<String> NOT_YET =
      Set.of("R-S5", "R-I7", "R-Q4", "R-M1", "R-M2", "R-M3", "R-R3", "R-X2");

  /** Those of which nothing is there. */
  private static final Set<String> NOTHING_YET = Set.of("R-M2", "R-M3");

  private static final Pattern ROW = Pattern.compile("\\| (R-\\w+) \\| (.+) \\| (.+) \\|");
  private static final Pattern NAMED = Pattern.compile("`([A-Z][A-Za-z0-9]+)(?:#(\\w+))?`");

  /** A line of the page. */
  private record Row(String id, String mechanism, String tests) {

    boolean lacksSomething() {
      return (mechanism + tests).toLowerCase(Locale.ROOT).contains("not yet");
    }

    List<MatchResult> namedTests() {
      return NAMED.matcher(tests).results().toList();
    }

    List<MatchResult> namedClasses() {
      return NAMED.matcher(mechanism).results().toList();
    }
  }

  private final List<Row> rows = rows();

  @Test
  void hasEveryPromiseOnceAndInOrder() {
    assertThat(rows).extracting(Row::id).containsExactlyElementsOf(IDS);
  }

  @Test
  void saysNotYetWhereThatIsKnownAndNowhereElse() {
    assertThat(rows.stream().filter(Row::lacksSomething).map(Row::id).collect(toSet()))
        .isEqualTo(NOT_YET);
  }

  @TestFactory
  Stream<DynamicTest> namesTestsThatExist() {
    Map<String, List<Path>> sources = sources("src/test/java");
    return kept()
        .map(
            row ->
                DynamicTest.dynamicTest(
                    row.id(),
                    () -> {
                      assertThat(row.namedTests()).as(row.tests()).isNotEmpty();
                      row.namedTests().forEach(named -> assertTestExists(named, sources));
                    }));
  }

  @TestFactory
  Stream<DynamicTest> namesMechanismsThatExist() {
    Map<String, List<Path>> sources = sources("src/main/java");
    return kept()
        .map(
            row ->
                DynamicTest.dynamicTest(
                    row.id(),
                    () ->
                        assertThat(row.namedClasses())
                            .as(row.mechanism())
                            .isNotEmpty()
                            .allSatisfy(named -> assertThat(sources).containsKey(named.group(1)))));
  }

  private Stream<Row> kept() {
    return rows.stream().filter(row -> !NOTHING_YET.contains(row.id()));
  }

  private static void assertTestExists(MatchResult named, Map<String, List<Path>> sources) {
    String method = named.group(2);
    assertThat(sources).as("test sources").containsKey(named.group(1));
    if (method != null) {
      assertThat(sources.getOrDefault(named.group(1), List.of()))
          .as("%s has a test %s", named.group(1), method)
          .anySatisfy(
              file ->
                  assertThat(file)
                      .content()
                      .containsPattern("(void|Stream<DynamicTest>) " + method + "\\("));
    }
  }

  /** Such as R-C1 to R-C8 for {@code C8}. */
  private static Stream<String> ids(String kindAndCount) {
    String kind = "R-" + kindAndCount.charAt(0);
    int count = Integer.parseInt(kindAndCount.substring(1));
    return IntStream.rangeClosed(1, count).mapToObj(number -> kind + number);
  }

  private static List<Row> rows() {
    return read(PAGE)
        .map(ROW::matcher)
        .filter(Matcher::matches)
        .map(row -> new Row(row.group(1), row.group(2), row.group(3)))
        .toList();
  }

  /** The name of each class in a source folder of any module, to its files. */
  private static Map<String, List<Path>> sources(String folder) {
    try (Stream<Path> modules = Files.list(REPOSITORY)) {
      return modules
          .map(module -> module.resolve(folder))
          .filter(Files::isDirectory)
          .flatMap(GuaranteesTest::files)
          .filter(file -> file.toString().endsWith(".java"))
          .collect(groupingBy(file -> file.getFileName().toString().replaceFirst("\\.java$", "")));
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  private static Stream<Path> files(Path folder) {
    try (Stream<Path> walk = Files.walk(folder)) {
      return walk.toList().stream();
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  private static Stream<String> read(Path file) {
    try {
      return Files.readAllLines(file).stream();
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}
