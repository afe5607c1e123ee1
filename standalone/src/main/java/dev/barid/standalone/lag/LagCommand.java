package dev.barid.standalone.lag;

import dev.barid.cli.Column;
import dev.barid.cli.CommonOptions;
import dev.barid.cli.ExitCodes;
import dev.barid.cli.OutputForm;
import dev.barid.cli.Rows;
import dev.barid.core.text.InvalidInputException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code barid lag}. */
@Command(
    name = "lag",
    description = {
      "Shows how far Barid's consumer groups are behind, in records and in seconds.",
      "Exit status 3 if one is more than --max-seconds behind."
    })
public final class LagCommand implements Callable<Integer> {

  private static final Duration REDRAW = Duration.ofSeconds(2);
  private static final String CLEAR = "\033[H\033[2J";

  private static final List<Column<Lag>> COLUMNS =
      List.of(
          Column.whole("group", Lag::group),
          Column.whole("topic", Lag::topic),
          Column.number("partition", Lag::partition),
          Column.number("committed", Lag::committed),
          Column.number("end", Lag::end),
          Column.number("lagRecords", Lag::lagRecords),
          Column.number("lagSeconds", Lag::lagSeconds));

  @Mixin private CommonOptions common = new CommonOptions();

  @Option(names = "--watch", description = "Show it anew every 2 seconds, until interrupted.")
  private boolean watch;

  @Option(
      names = "--max-seconds",
      paramLabel = "N",
      description = "The lag that is still well; over it, the exit status is 3.")
  private @Nullable Long maxSeconds;

  @Override
  public Integer call() throws InterruptedException {
    if (maxSeconds != null && maxSeconds < 0) {
      throw new InvalidInputException("--max-seconds", maxSeconds.toString(), "0 or more");
    }
    try (LagReader reader = new LagReader(common.kafka())) {
      List<Lag> lags = show(reader);
      while (watch && !isOver(lags)) {
        TimeUnit.NANOSECONDS.sleep(REDRAW.toNanos());
        lags = show(reader);
      }
      return isOver(lags) ? ExitCodes.OVER_THRESHOLD : ExitCodes.DONE;
    }
  }

  private List<Lag> show(LagReader reader) {
    List<Lag> lags = reader.read(System.currentTimeMillis());
    if (watch && common.output() == OutputForm.TABLE && common.terminal().colour()) {
      common.out().print(CLEAR);
    }
    try (Rows<Lag> rows = common.rows(COLUMNS)) {
      lags.forEach(rows::add);
    }
    common.out().flush();
    return lags;
  }

  private boolean isOver(List<Lag> lags) {
    return maxSeconds != null && lags.stream().anyMatch(lag -> lag.lagSeconds() > maxSeconds);
  }
}
