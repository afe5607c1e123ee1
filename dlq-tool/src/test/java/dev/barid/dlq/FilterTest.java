package dev.barid.dlq;

import static org.assertj.core.api.Assertions.assertThat;

import dev.barid.core.topic.Topics;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Tag("R-Q2")
class FilterTest {

  private static final Letters LETTERS = new Letters(Topics.DEFAULT);
  private static final DeadLetter LETTER =
      Letters.at(LETTERS.exhausted("acme", "orders", "e-1", 503), 17);
  private static final DeadLetter MALFORMED = Letters.at(LETTERS.malformed(null, null, 3), 18);

  @Command(name = "probe")
  private static final class Probe {
    @Mixin private final FilterOptions options = new FilterOptions();
  }

  private static Filter filter(String arguments) {
    Probe probe = new Probe();
    CommandLine line = new CommandLine(probe);
    line.registerConverter(
        java.time.Instant.class, text -> dev.barid.cli.Times.parse(text, Letters.DEAD));
    line.parseArgs(arguments.isEmpty() ? new String[0] : arguments.split(" "));
    return probe.options.filter();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "--subscriber acme",
        "--subscriber other,acme",
        "--subscriber other --subscriber acme",
        "--endpoint orders",
        "--reason exhausted",
        "--reason gone,exhausted",
        "--status 503",
        "--status 404,500-599",
        "--type order.created",
        "--type order.*",
        "--event e-1",
        "--since 2026-05-01T12:00:00Z",
        "--since 1h",
        "--until 2026-05-01T12:00:01Z",
        "--since 2026-05-01 --until 2026-05-02",
        "--subscriber acme --endpoint orders --reason exhausted --status 503 --event e-1",
      })
  void matches(String arguments) {
    assertThat(filter(arguments).matches(LETTER)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--subscriber acm",
        "--endpoint order",
        "--reason gone",
        "--status 502",
        "--type invoice.*",
        "--event e-11",
        "--since 2026-05-01T12:00:01Z",
        "--until 2026-05-01T12:00:00Z",
        "--until 1h",
        "--subscriber acme --endpoint invoices",
      })
  void doesNotMatch(String arguments) {
    assertThat(filter(arguments).matches(LETTER)).isFalse();
  }

  @Test
  void whatARecordDoesNotHaveMatchesNothing() {
    assertThat(filter("--subscriber acme").matches(MALFORMED)).isFalse();
    assertThat(filter("--endpoint orders").matches(MALFORMED)).isFalse();
    assertThat(filter("--status 503").matches(MALFORMED)).isFalse();
    assertThat(filter("--type order.*").matches(MALFORMED)).isFalse();
    assertThat(filter("--reason malformed").matches(MALFORMED)).isTrue();
  }

  @Test
  void noOptionIsNoFilter() {
    assertThat(filter("")).isEqualTo(Filter.ALL);
    assertThat(filter("--until 1h")).isNotEqualTo(Filter.ALL);
  }

  @Test
  void aReasonThatThereIsntIsRefused() {
    org.assertj.core.api.Assertions.assertThatThrownBy(() -> filter("--reason exausted"))
        .hasMessageStartingWith("--reason \"exausted\" (expected: one of exhausted, expired,");
  }
}
