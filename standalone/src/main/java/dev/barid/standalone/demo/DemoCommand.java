package dev.barid.standalone.demo;

import dev.barid.cli.CommonOptions;
import dev.barid.cli.ExitCodes;
import dev.barid.cli.Terminal;
import dev.barid.standalone.role.Failures;
import dev.barid.standalone.role.StopSignal;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code barid demo}. */
@Command(
    name = "demo",
    description = {
      "Shows what Barid does, in one process, on temporary data and free ports, in half a minute:"
          + " receivers that behave well and badly, retries, dead letters and a redrive.",
      "The last line is the ledger; exit status 0 only if it balances."
    })
public final class DemoCommand implements Callable<Integer> {

  private static final int INTERRUPTED = 130;

  @Mixin private CommonOptions common = new CommonOptions();

  @Option(
      names = "--seconds",
      paramLabel = "N",
      description = "How long events are sent (default: 15).")
  private @Nullable Integer seconds;

  @Option(
      names = "--events",
      paramLabel = "N",
      description = "How many events are sent (default: 40 a second).")
  private @Nullable Integer events;

  @Override
  public Integer call() throws InterruptedException, TimeoutException {
    DemoOptions options = DemoOptions.of(seconds, events);
    Map<String, String> environment = System.getenv();
    boolean inPlace = common.terminal().colour();
    LiveTable table = new LiveTable(Glyphs.of(showsBlocks(environment), inPlace));
    TerminalWidth width = new TerminalWidth(() -> Terminal.detect(environment).width());
    StopSignal signal = StopSignal.install();
    try (Screen screen = new Screen(common.out(), inPlace, width, table);
        TemporaryDirectory directory = TemporaryDirectory.create("barid-demo-")) {
      return play(directory, options, screen, signal);
    } catch (RuntimeException failed) {
      throw Failures.shown(failed);
    } finally {
      signal.ended();
    }
  }

  private int play(
      TemporaryDirectory directory, DemoOptions options, Screen screen, StopSignal signal)
      throws InterruptedException, TimeoutException {
    Ledger ledger;
    boolean well;
    try (Demo demo = Demo.start(directory.path(), options, screen, signal)) {
      ledger = demo.play();
      if (signal.isStopping()) {
        screen.say("interrupted");
        return INTERRUPTED;
      }
      Report report = new Report(common.out(), demo, ledger);
      report.print();
      well = report.isWell();
    }
    screen.say(ledger.summary());
    return well ? ExitCodes.DONE : ExitCodes.FAILED;
  }

  /** Unless the locale says otherwise. */
  private static boolean showsBlocks(Map<String, String> environment) {
    return Stream.of("LC_ALL", "LC_CTYPE", "LANG")
        .map(name -> environment.getOrDefault(name, ""))
        .filter(locale -> !locale.isEmpty())
        .findFirst()
        .map(locale -> locale.toLowerCase(Locale.ROOT).replace("-", "").contains("utf8"))
        .orElse(true);
  }
}
