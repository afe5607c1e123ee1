package dev.barid.benchmarks.throughput;

import dev.barid.benchmarks.program.Program;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code payload}. */
@Command(
    name = "payload",
    description =
        "Barid beside the bare limit, with small bodies and with large ones. Of large ones there"
            + " are fewer, so that a backlog is never more than 1 GiB.")
public final class PayloadCommand implements Callable<Integer> {

  private static final long MOST_BYTES = 1L << 30;

  @Option(
      names = "--bytes",
      split = ",",
      description = "The bodies' sizes; each has a broker of its own. Default: 256 B to 256 KiB.")
  private List<Integer> sizes = List.of(256, 1_024, 16_384, 262_144);

  @Mixin private RaceOptions options = new RaceOptions();

  @Override
  public Integer call() {
    options.report().begin();
    for (int bytes : sizes) {
      options.report().say("bytes: " + bytes);
      options.print(
          options.race(
              (int) Math.min(options.events(), MOST_BYTES / bytes),
              bytes,
              RaceOptions.PARTITIONS,
              List.of(options.bareLimit(), Program.barid("off"))));
    }
    return 0;
  }
}
