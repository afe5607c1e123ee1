package dev.barid.standalone.role;

import dev.barid.cli.CommonOptions;
import dev.barid.cli.ExitCodes;
import dev.barid.cli.Service;
import dev.barid.core.settings.Keys;
import dev.barid.core.settings.Settings;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code barid dispatcher}. */
@Command(
    name = "dispatcher",
    description =
        "Delivers events to their endpoints, from an existing Kafka, until it is stopped.")
public final class DispatcherCommand implements Callable<Integer>, Service {

  @Mixin private CommonOptions common = new CommonOptions();
  @Mixin private HttpOptions http = new HttpOptions();

  @Override
  public Integer call() throws InterruptedException {
    Settings settings = common.settings(http.settings());
    try (RoleProcess process = new RoleProcess(settings)) {
      String name = InstanceId.of(settings, process.httpPort());
      process.add(Stack.dispatcher(settings, name, process.metrics()));
      process.showLag(settings, Set.of(settings.topics().dispatcherGroup()));
      process.run(
          common.out(),
          "ready: dispatcher "
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
