package dev.barid.benchmarks.throughput;

import dev.barid.benchmarks.program.Program;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code workers}. */
@Command(
    name = "workers",
    description = "Barid with one worker and with more, in turns at the same backlog.")
public final class WorkersCommand implements Callable<Integer> {

  @Option(
      names = "--workers",
      split = ",",
      description = "How many; the first one is the baseline. Default: 1,2,4.")
  private List<Integer> workers = List.of(1, 2, 4);

  @Mixin private RaceOptions options = new RaceOptions();

  @Override
  public Integer call() {
    options.report().begin();
    List<Program> programs = new ArrayList<>();
    for (int count : workers) {
      programs.add(
          Program.barid("off")
              .with(", workers " + count, "BARID_DISPATCHER_WORKERS", Integer.toString(count)));
    }
    options.print(
        options.race(options.events(), RaceOptions.BYTES, RaceOptions.PARTITIONS, programs));
    return 0;
  }
}
