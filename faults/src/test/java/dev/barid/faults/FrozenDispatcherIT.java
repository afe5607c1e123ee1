package dev.barid.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.barid.faults.ledger.Report;
import dev.barid.faults.plan.Fault.FreezeDispatcher;
import dev.barid.faults.plan.FaultPlan;
import dev.barid.faults.plan.FaultPlan.Timed;
import dev.barid.testkit.guarantee.Arrival;
import dev.barid.testkit.guarantee.Repeat;
import dev.barid.testkit.guarantee.Windows;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** A dispatcher that stands still beyond its session, and goes on as if nothing had happened. */
@Tag("R-D1")
class FrozenDispatcherIT {

  /** From when a freeze is ordered until the process stands still. */
  private static final Duration FREEZING = Duration.ofMillis(250);

  @TempDir(cleanup = CleanupMode.ON_SUCCESS)
  private Path directory;

  @Test
  void repeatsOnlyWhatWasInFlightWhenItFroze() throws InterruptedException {
    FaultPlan plan =
        new FaultPlan(
            1,
            Duration.ofSeconds(60),
            List.of(
                freeze(Duration.ofSeconds(8), "dispatcher-1"),
                freeze(Duration.ofSeconds(35), "dispatcher-2")));

    Report report = new SuiteRun(plan, directory).report();

    System.out.println(report.repeatsByFault() + Report.HEADER + "\n" + report.row());
    report.assertReconciled();
    assertThat(report.repeats())
        .as("repeats of what nobody had sent when the dispatcher froze")
        .filteredOn(FrozenDispatcherIT::beganAfterwards)
        .isEmpty();
  }

  /**
   * What it had read before is its successor's, and it starts none of that when it goes on. Only
   * what is in flight for long may repeat later, too, when partitions move back.
   */
  private static boolean beganAfterwards(Repeat repeat) {
    Instant frozen = repeat.cause().orElseThrow().from().plus(FREEZING);
    return repeat.earlier().stream()
        .allMatch(first -> first.at().isAfter(frozen) && !outlastsDraining(first));
  }

  private static boolean outlastsDraining(Arrival request) {
    return request
        .endedAt()
        .map(end -> Duration.between(request.at(), end))
        .map(length -> length.compareTo(Windows.STANDARD.drain()) >= 0)
        .orElse(true);
  }

  private static Timed freeze(Duration at, String dispatcher) {
    return new Timed(at, new FreezeDispatcher(dispatcher, Duration.ofSeconds(9)));
  }
}
