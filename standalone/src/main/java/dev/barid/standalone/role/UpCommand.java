package dev.barid.standalone.role;

import dev.barid.cli.CommonOptions;
import dev.barid.cli.ExitCodes;
import dev.barid.cli.Service;
import dev.barid.core.settings.Keys;
import dev.barid.core.settings.Settings;
import dev.barid.core.text.InvalidInputException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code barid up}. */
@Command(
    name = "up",
    description = {
      "Runs everything in one process, with an embedded Kafka broker, until it is stopped. Its"
          + " data stay, and the next start goes on with them.",
      "Deliveries to private and loopback addresses are refused unless the setting egress.allow"
          + " opens them: BARID_EGRESS_ALLOW=127.0.0.0/8,10.1.0.0/16."
    })
public final class UpCommand implements Callable<Integer>, Service {

  @Mixin private CommonOptions common = new CommonOptions();

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "Where the data are (default: ./barid-data).")
  private @Nullable String data;

  @Option(
      names = "--kafka-port",
      paramLabel = "P",
      description = "Kafka's port on 127.0.0.1 (default: 9092); 0 takes a free one.",
      defaultValue = "9092")
  private String kafkaPort = "";

  @Option(
      names = "--http-port",
      paramLabel = "P",
      description = "The port for health and metrics (default: 8080); 0 takes a free one.")
  private @Nullable String httpPort;

  @Override
  public Integer call() throws InterruptedException {
    Map<String, String> options = new HashMap<>();
    if (data != null) {
      options.put(Keys.DATA_DIR.key(), data);
    }
    if (httpPort != null) {
      options.put(Keys.HTTP_PORT.key(), httpPort);
    }
    Settings settings = common.settings(options);
    int port = checked(kafkaPort);
    try (RoleProcess process = new RoleProcess(settings)) {
      up(process, options, settings, port);
      return ExitCodes.DONE;
    } catch (RuntimeException failed) {
      throw Failures.shown(failed);
    }
  }

  private static int checked(String port) {
    try {
      int number = Integer.parseInt(port);
      if (number >= 0 && number <= 65_535) {
        return number;
      }
    } catch (NumberFormatException notANumber) {
      // As below.
    }
    throw new InvalidInputException("--kafka-port", port, "1 to 65535, or 0 for a free one");
  }

  private void up(RoleProcess process, Map<String, String> options, Settings settings, int port)
      throws InterruptedException {
    Path directory = Path.of(settings.value(Keys.DATA_DIR));
    Stack stack =
        Stack.start(
            new Stack.Plan(
                directory,
                port,
                OptionalInt.empty(),
                InstanceId.of(settings, directory),
                bootstrapServers -> settings(options, bootstrapServers)),
            process.metrics());
    process.add(stack);
    Settings running = stack.settings();
    process.showLag(
        running, Set.of(running.topics().dispatcherGroup(), running.topics().schedulerGroup()));
    process.run(
        common.out(),
        "ready: Kafka on "
            + running.value(Keys.BOOTSTRAP_SERVERS)
            + ", health and metrics on port "
            + process.httpPort()
            + ", data in "
            + directory
            + (running.value(Keys.EGRESS_ALLOW).isEmpty()
                ? " (private and loopback endpoints are refused, BARID_EGRESS_ALLOW opens them)"
                : ""));
  }

  private Settings settings(Map<String, String> options, String bootstrapServers) {
    Map<String, String> own = new HashMap<>(options);
    own.put(Keys.BOOTSTRAP_SERVERS.key(), bootstrapServers);
    return common.settings(own);
  }
}
