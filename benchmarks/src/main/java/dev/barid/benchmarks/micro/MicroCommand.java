package dev.barid.benchmarks.micro;

import dev.barid.benchmarks.report.Report;
import dev.barid.benchmarks.stage.Scratch;
import dev.barid.cli.Rows;
import dev.barid.core.text.InvalidInputException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code micro}. */
@Command(
    name = "micro",
    description =
        "What one operation of each hot part takes and allocates: signing, decisions, offsets,"
            + " records, lanes, request headers. By JMH, in JVMs of their own; needs neither"
            + " broker nor nginx.")
public final class MicroCommand implements Callable<Integer> {

  @Option(
      names = "--only",
      paramLabel = "REGEX",
      description = "Only those in whose name this is found, such as 'Signing|Lane.turn'.")
  private Pattern only = Pattern.compile("");

  @Option(names = "--quick", description = "A second for each, which only tells that they run.")
  private boolean quick;

  @Mixin private Report report = new Report();

  @Override
  public Integer call() {
    List<String> chosen =
        Jmh.all().stream().filter(name -> only.matcher(Jmh.shortened(name)).find()).toList();
    if (chosen.isEmpty()) {
      throw new InvalidInputException(
          "--only",
          only.pattern(),
          "found in one of: " + String.join(", ", Jmh.all().stream().map(Jmh::shortened).toList()));
    }
    report.begin();
    Jmh jmh = quick ? Jmh.QUICK : Jmh.THOROUGH;
    try (Scratch scratch = Scratch.make();
        Rows<Cost> rows = report.rows(Cost.COLUMNS)) {
      for (String name : chosen) {
        report.say(Jmh.shortened(name));
        rows.add(jmh.run(name, scratch.directory().resolve("jmh.log")));
      }
    }
    return 0;
  }
}
