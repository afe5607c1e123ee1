package dev.barid.benchmarks.throughput;

import dev.barid.benchmarks.program.Program;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code throughput}. */
@Command(
    name = "throughput",
    description =
        "Deliveries per second, and processor time for each, beside the bare limit: programs take"
            + " turns at the same backlog, with a local broker and nginx.")
public final class ThroughputCommand implements Callable<Integer> {

  @Option(
      names = "--only",
      description = "Only programs whose name contains this, beside the baseline.")
  private String only = "";

  @Mixin private RaceOptions options = new RaceOptions();

  @Override
  public Integer call() {
    options.report().begin();
    List<Program> programs = new ArrayList<>();
    programs.add(options.bareLimit());
    for (String attempts : List.of("off", "all")) {
      Program barid = Program.barid(attempts);
      if (barid.name().contains(only)) {
        programs.add(barid);
      }
    }
    options.print(
        options.race(options.events(), RaceOptions.BYTES, RaceOptions.PARTITIONS, programs));
    return 0;
  }
}
