package dev.barid.standalone.registry;

import dev.barid.cli.CommandFailure;
import dev.barid.cli.CommonOptions;
import dev.barid.cli.ExitCodes;
import dev.barid.cli.OutputForm;
import dev.barid.core.subscriber.SubscriberJson;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** {@code barid subscriber get}. */
@Command(name = "get", description = "Shows a subscriber as it is stored, its secrets masked.")
final class SubscriberGetCommand implements Callable<Integer> {

  @Mixin private CommonOptions common = new CommonOptions();

  @Parameters(paramLabel = "ID", description = "The subscriber's id.")
  private String id = "";

  @Override
  public Integer call() {
    byte[] stored =
        new RegistryTopic(common.kafka())
            .read(id)
            .orElseThrow(() -> CommandFailure.failed(Missing.message(id)));
    JsonNode entry = Secrets.masked(SubscriberJson.tree(stored));
    common
        .out()
        .println(common.output() == OutputForm.JSON ? entry.toString() : entry.toPrettyString());
    return ExitCodes.DONE;
  }
}
