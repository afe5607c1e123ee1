package dev.barid.standalone.registry;

import dev.barid.cli.CommonOptions;
import dev.barid.core.subscriber.OperatorActions;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code barid subscriber resume}. */
@Command(
    name = "resume",
    description = {
      "Resumes a subscriber's endpoints, whoever paused them: an operator, or Barid after too many"
          + " permanent failures or a 410.",
      "What waited comes back paced. A disabled endpoint is left alone."
    })
final class SubscriberResumeCommand implements Callable<Integer> {

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
    return new StateChange("resumed", "active")
        .run(
            common,
            id,
            entry -> OperatorActions.resume(entry, Optional.ofNullable(endpoint), Instant.now()));
  }
}
