package dev.barid.standalone.registry;

import dev.barid.cli.CommandFailure;
import dev.barid.cli.CommonOptions;
import dev.barid.cli.ExitCodes;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code barid subscriber delete}. */
@Command(
    name = "delete",
    description =
        "Deletes a subscriber. Events for it, those on their way too, are dead-lettered from then"
            + " on.")
final class SubscriberDeleteCommand implements Callable<Integer> {

  @Mixin private CommonOptions common = new CommonOptions();

  @Parameters(paramLabel = "ID", description = "The subscriber's id.")
  private String id = "";

  @Override
  public Integer call() {
    RegistryTopic registry = new RegistryTopic(common.kafka());
    if (registry.read(id).isEmpty()) {
      throw CommandFailure.failed(Missing.message(id));
    }
    registry.delete(id);
    common.out().println("deleted " + id);
    return ExitCodes.DONE;
  }
}
