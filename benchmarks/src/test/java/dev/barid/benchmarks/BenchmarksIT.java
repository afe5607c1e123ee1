package dev.barid.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** Each benchmark runs, on a small scale; what it measures then means nothing. */
class BenchmarksIT {

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void throughputComparesTheProgramsInTurns() {
    assumeTrue(isInstalled("nginx"), "nginx is not installed");
    List<String> rows = run("throughput", "--events", "20000", "--rounds", "1");
    assertThat(rows)
        .hasSize(3)
        .allMatch(row -> row.matches(".*\"deliveriesPerSecond\":[1-9][0-9]*,.*"));
    assertThat(rows.get(0)).contains("\"program\":\"bare limit\"", "\"ofBaseline\":1.0");
    assertThat(rows.get(1)).contains("\"program\":\"barid, attempts off\"");
    assertThat(rows.get(2)).contains("\"program\":\"barid, attempts all\"");
  }

  @Test
  void tlsDeliversOverHttpAndOverHttpsWithBothProtocols() {
    assumeTrue(isInstalled("nginx"), "nginx is not installed");
    List<String> rows = run("tls", "--events", "20000", "--rounds", "1");
    assertThat(rows)
        .hasSize(3)
        .allMatch(row -> row.matches(".*\"deliveriesPerSecond\":[1-9][0-9]*,.*"))
        .allMatch(row -> row.contains("\"putOff\":0"));
    assertThat(rows.get(0)).contains("\"program\":\"barid, attempts off, http\"");
    assertThat(rows.get(1)).contains("\"program\":\"barid, attempts off, https\"");
    assertThat(rows.get(2)).contains("\"program\":\"barid, attempts off, https with HTTP/2\"");
  }

  @Test
  void microMeasuresTheChosenPartsAlone() {
    List<String> rows = run("micro", "--quick", "--only", "^Signing.twoSecrets$");
    assertThat(rows).hasSize(1);
    assertThat(rows.get(0))
        .matches(
            "\\{\"name\":\"Signing.twoSecrets\",\"nanosPerOperation\":[1-9][0-9.E]*,"
                + "\"error\":[0-9.E]+,\"bytesPerOperation\":[1-9][0-9]*}");
  }

  @Test
  void isolationCountsEveryHealthyEventOfEachPair() {
    List<String> rows =
        run(
            "isolation",
            "--pairs",
            "1",
            "--seconds",
            "5",
            "--warm-up",
            "2",
            "--rate",
            "200",
            "--subscribers",
            "50",
            "--trouble",
            "holes");
    assertThat(rows)
        .hasSize(2)
        .allMatch(row -> row.contains("\"expected\":900,\"share\":1.0,\"repeats\":0,"));
    assertThat(rows.get(0)).contains("\"trouble\":\"none\"");
    assertThat(rows.get(1)).contains("\"trouble\":\"holes\"");
  }

  @ParameterizedTest
  @CsvSource({
    "workers, --workers, '1,2', 2, barid",
    "partitions, --partitions, '1,2', 4, bare limit",
    "payload, --bytes, '256,16384', 4, bare limit"
  })
  void variationsOfTheBacklogAreWorkedOff(
      String benchmark, String option, String values, int rowCount, String baseline) {
    assumeTrue(isInstalled("nginx"), "nginx is not installed");
    List<String> rows = run(benchmark, option, values, "--events", "10000", "--rounds", "1");
    assertThat(rows)
        .hasSize(rowCount)
        .allMatch(row -> row.matches(".*\"deliveriesPerSecond\":[1-9][0-9]*,.*"));
    assertThat(rows.get(0)).contains("\"program\":\"" + baseline, "\"ofBaseline\":1.0");
  }

  @Test
  void latencyCountsEveryEventAtEachShareOfTheCapacity() {
    List<String> rows =
        run(
            "latency",
            "--capacity",
            "400",
            "--percent",
            "25,50",
            "--seconds",
            "3",
            "--warm-up",
            "2",
            "--subscribers",
            "50");
    assertThat(rows).hasSize(2).allMatch(row -> row.contains("\"share\":1.0,"));
    assertThat(rows.get(0)).contains("\"percent\":25,\"perSecond\":100,\"expected\":300,");
    assertThat(rows.get(1)).contains("\"percent\":50,\"perSecond\":200,\"expected\":600,");
  }

  @Test
  void footprintIsThatOfAnIdleDispatcherAndOfOneWithABacklog() {
    assumeTrue(isInstalled("nginx"), "nginx is not installed");
    List<String> rows = run("footprint", "--endpoints", "0,100", "--lag", "2000");
    assertThat(rows)
        .hasSize(3)
        .allMatch(row -> row.matches(".*\"readyMs\":[1-9][0-9]*,\"rssMib\":[1-9][0-9]*,.*"));
    assertThat(rows.get(2)).contains("\"endpoints\":100,\"lag\":2000,");
  }

  @ParameterizedTest
  @CsvSource({
    "due, due, 300",
    "burst, due, 1000",
    "intake, ,",
    "kill, due, 2000",
    "standby, due, 1000",
    "park, parked, 1000"
  })
  void schedulerEmitsOnceInEachScene(
      String scene, @Nullable String kind, @Nullable Integer emitted) {
    List<String> rows =
        run(
            "scheduler",
            "--scene",
            scene,
            "--pending",
            "3000",
            "--burst",
            "1000",
            "--rate",
            "100",
            "--seconds",
            "3",
            "--warm-up",
            "1",
            "--parked",
            "1000",
            "--release-rate",
            "500",
            "--partitions",
            "2");
    assertThat(rows)
        .allMatch(row -> row.contains("\"scene\":\"" + scene + "\""))
        .filteredOn(row -> row.contains("\"target\":\"= "))
        .isNotEmpty()
        .allMatch(row -> row.contains("\"met\":true"));
    if (kind != null) {
      assertThat(rows)
          .anyMatch(
              row -> row.contains("\"figure\":\"" + kind + ": emitted\",\"value\":" + emitted));
    }
  }

  private List<String> run(String... arguments) {
    CommandLine commandLine = Benchmarks.commandLine();
    commandLine.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
    List<String> all = Stream.concat(Stream.of(arguments), Stream.of("--output", "json")).toList();
    int exit = commandLine.execute(all.toArray(String[]::new));
    assertThat(exit).as("%s%n%s", out, err).isZero();
    return out.toString().lines().toList();
  }

  private static boolean isInstalled(String program) {
    return Stream.of(System.getenv("PATH").split(":", -1))
        .anyMatch(directory -> Files.isExecutable(Path.of(directory, program)));
  }
}
