package dev.barid.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

class CommandLinesTest {

  @Command(name = "probe", description = "Does as it is told.")
  private static final class Probe implements Callable<Integer> {
    @Mixin private final CommonOptions common = new CommonOptions();
    private final java.util.function.ToIntFunction<CommonOptions> body;

    Probe(java.util.function.ToIntFunction<CommonOptions> body) {
      this.body = body;
    }

    @Override
    public Integer call() {
      return body.applyAsInt(common);
    }
  }

  private static Probe throwing(RuntimeException failure) {
    return new Probe(
        common -> {
          throw failure;
        });
  }

  @Test
  void aFailureIsOneLineOnStderrAndExitStatusOne() {
    Invocation run = Invocation.of(throwing(CommandFailure.failed("no luck\nat all")));

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err()).isEqualTo("barid: no luck\\nat all" + System.lineSeparator());
    assertThat(run.out()).isEmpty();
  }

  @Test
  void aBugIsOneLineTooAndItsStackTraceTakesVerbose() {
    Invocation quiet = Invocation.of(throwing(new IllegalStateException("odd")));
    Invocation verbose = Invocation.of(throwing(new IllegalStateException("odd")), "--verbose");

    assertThat(quiet.err().lines()).containsExactly("barid: IllegalStateException: odd");
    assertThat(verbose.err()).contains("at dev.barid.cli.CommandLinesTest");
  }

  @Test
  void wrongUsageIsExitStatusTwo() {
    Invocation option = Invocation.of(new Probe(common -> 0), "--outptu", "json");
    Invocation form = Invocation.of(new Probe(common -> 0), "--output", "xml");

    assertThat(option.exitCode()).isEqualTo(2);
    assertThat(option.err()).startsWith("barid: Unknown options: '--outptu', 'json'");
    assertThat(option.err()).contains("Try \"probe --help\".");
    assertThat(form.exitCode()).isEqualTo(2);
    assertThat(form.err()).contains("--output");
  }

  @Test
  void anyExitStatusOfTheCommandIsPassedOn() {
    assertThat(Invocation.of(new Probe(common -> ExitCodes.OVER_THRESHOLD)).exitCode())
        .isEqualTo(3);
  }

  @Test
  void kafkaOutOfReachIsSaidPlainly() {
    RuntimeException wrapped =
        new org.apache.kafka.common.KafkaException("wrapper", new TimeoutException("no node"));

    Invocation run = Invocation.of(throwing(wrapped));

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err()).startsWith("barid: can't reach Kafka").contains("no node");
    assertThat(run.err().lines()).hasSize(1);
  }

  @Test
  void helpAndVersionAreThereForEveryCommand() {
    Invocation help = Invocation.of(new Probe(common -> 1), "--help");
    Invocation version = Invocation.of(new Probe(common -> 1), "--version");

    assertThat(help.exitCode()).isZero();
    assertThat(help.out()).contains("--bootstrap-servers", "--config", "Does as it is told.");
    assertThat(version.exitCode()).isZero();
    assertThat(version.out()).isEqualTo("barid " + Version.number() + System.lineSeparator());
  }

  @Test
  void outputThatNobodyReadsAnyMoreEndsQuietly() {
    Writer closed =
        new Writer() {
          @Override
          public void write(char[] text, int from, int length) throws IOException {
            throw new IOException("Broken pipe");
          }

          @Override
          public void flush() {}

          @Override
          public void close() {}
        };
    StringWriter err = new StringWriter();
    CommandLine line =
        CommandLines.create(
            new Probe(
                common -> {
                  try (Rows<String> rows = common.rows(List.of(Column.text("name", x -> x)))) {
                    rows.add("a");
                    rows.flush();
                    throw new AssertionError("went on");
                  }
                }));
    line.setOut(new PrintWriter(closed));
    line.setErr(new PrintWriter(err));

    assertThat(line.execute("--output", "json")).isZero();
    assertThat(err.toString()).isEmpty();
  }
}
