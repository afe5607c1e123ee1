package dev.barid.faults;

import dev.barid.faults.ledger.Report;
import dev.barid.faults.plan.FaultPlan;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/**
 * Of N accepted events N end, whatever dies meanwhile: a run of minutes for each seed, with real
 * processes. Prints the table of docs/guarantees.md. What a failed run leaves stays in {@code
 * target/faults}; there are the repeats of each run, too, one by one, with what explains them.
 *
 * @see SuiteSettings
 */
@DisplayName("While processes are killed, frozen, cut off and restarted")
class FaultSuiteIT {

  private static final Path DIRECTORY = Path.of("target", "faults").toAbsolutePath();

  private static final List<String> ROWS = new ArrayList<>();

  private final SuiteSettings settings = SuiteSettings.ofSystemProperties();

  @TestFactory
  @Tag("R-D1")
  @Tag("R-D2")
  @Tag("R-D4")
  Stream<DynamicTest> everyDeliveryEndsAndIsRepeatedOnlyWhereAFaultExplainsIt() {
    return settings.seeds().stream()
        .map(seed -> DynamicTest.dynamicTest("seed " + seed, () -> run(seed)));
  }

  private void run(long seed) throws Exception {
    Path directory = DIRECTORY.resolve("seed-" + seed);
    delete(directory);
    try {
      Report report = new SuiteRun(FaultPlan.of(seed, settings.length()), directory).report();
      Files.writeString(DIRECTORY.resolve("seed-" + seed + ".txt"), report.repeatsByFault());
      System.out.println(report.row());
      ROWS.add(report.row());
      report.assertReconciled();
      delete(directory);
    } catch (Exception | AssertionError failed) {
      throw new AssertionError(
          "seed %d failed; its logs and ledgers are in %s; again: %s"
              .formatted(seed, directory, settings.again(seed)),
          failed);
    }
  }

  @AfterAll
  static void printTable() {
    System.out.println(Report.HEADER);
    ROWS.forEach(System.out::println);
  }

  private static void delete(Path directory) throws IOException {
    if (!Files.exists(directory)) {
      return;
    }
    try (Stream<Path> files = Files.walk(directory)) {
      files
          .sorted(Comparator.reverseOrder())
          .forEach(
              file -> {
                try {
                  Files.delete(file);
                } catch (IOException undeletable) {
                  throw new UncheckedIOException(undeletable);
                }
              });
    }
  }
}
