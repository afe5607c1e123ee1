package dev.barid.standalone.role;

import dev.barid.cli.CommonOptions;
import dev.barid.cli.ExitCodes;
import dev.barid.cli.Service;
import dev.barid.core.settings.Keys;
import dev.barid.core.settings.Settings;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code barid scheduler}. */
@Command(
    name = "scheduler",
    description = "Holds retries until they are due, from an existing Kafka, until it is stopped.")
public final class SchedulerCommand implements Callable<Integer>, Service {

  @Mixin private CommonOptions common = new CommonOptions();
  @Mixin private HttpOptions http = new HttpOptions();

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description =
          "Where its stores are (default: ./barid-data); if lost, they are restored from Kafka.")
  private @Nullable String data;

  @Override
  public Integer call() {
    Map<String, String> options = new HashMap<>(http.settings());
    if (data != null) {
      options.put(Keys.DATA_DIR.key(), data);
    }
    Settings settings = common.settings(options);
    try (RoleProcess process = new RoleProcess(settings)) {
      String name = InstanceId.of(settings, process.httpPort());
      process.add(
          Stack.scheduler(
              settings, name, Path.of(settings.value(Keys.DATA_DIR)), process.metrics()));
      process.showLag(settings, Set.of(settings.topics().schedulerGroup()));
      process.run(
          common.out(),
          "ready: scheduler "
              + name
              + " on Kafka "
              + settings.value(Keys.BOOTSTRAP_SERVERS)
              + ", health and metrics on port "
              + process.httpPort());
      return ExitCodes.DONE;
    } catch (RuntimeException failed) {
      throw Failures.shown(failed);
    }
  }
}
