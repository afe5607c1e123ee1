package dev.barid.faults;

import dev.barid.faults.ledger.Report;
import dev.barid.faults.plan.Fault.FreezeDispatcher;
import dev.barid.faults.plan.FaultPlan;
import dev.barid.faults.plan.FaultPlan.Timed;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** A dispatcher that stands still beyond its session, and goes on as if nothing had happened. */
@Tag("R-D1")
class FrozenDispatcherIT {

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
  }

  private static Timed freeze(Duration at, String dispatcher) {
    return new Timed(at, new FreezeDispatcher(dispatcher, Duration.ofSeconds(9)));
  }
}
