package dev.barid.benchmarks.throughput;

import dev.barid.benchmarks.program.Program;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code partitions}. */
@Command(
    name = "partitions",
    description = "Barid beside the bare limit, with few partitions and with many.")
public final class PartitionsCommand implements Callable<Integer> {

  @Option(
      names = "--partitions",
      split = ",",
      description = "How many; each has a broker of its own. Default: 1,8,64.")
  private List<Integer> partitions = List.of(1, 8, 64);

  @Mixin private RaceOptions options = new RaceOptions();

  @Override
  public Integer call() {
    options.report().begin();
    for (int count : partitions) {
      options.report().say("partitions: " + count);
      options.print(
          options.race(
              options.events(),
              RaceOptions.BYTES,
              count,
              List.of(options.bareLimit(), Program.barid("off"))));
    }
    return 0;
  }
}
