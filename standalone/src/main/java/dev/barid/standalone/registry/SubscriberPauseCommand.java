package dev.barid.standalone.registry;

import dev.barid.cli.CommonOptions;
import dev.barid.core.subscriber.OperatorActions;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code barid subscriber pause}. */
@Command(
    name = "pause",
    description = {
      "Pauses a subscriber's endpoints: their events wait, without using up attempts, until they"
          + " are resumed or expire.",
      "Requests under way end as they end. A disabled endpoint is left alone."
    })
final class SubscriberPauseCommand implements Callable<Integer> {

  @Mixin private CommonOptions common = new CommonOptions();

  @Parameters(paramLabel = "ID", description = "The subscriber's id.")
  private String id = "";

  @Option(
      names = "--endpoint",
      paramLabel = "ID",
      description = "Only this endpoint; all of the subscriber's without it.")
  private @Nullable String endpoint;

  @Override
  public Integer call() {
    return new StateChange("paused", "paused")
        .run(common, id, entry -> OperatorActions.pause(entry, Optional.ofNullable(endpoint)));
  }
}
