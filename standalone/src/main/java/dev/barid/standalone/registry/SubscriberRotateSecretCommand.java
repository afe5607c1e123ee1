package dev.barid.standalone.registry;

import dev.barid.cli.Column;
import dev.barid.cli.CommandFailure;
import dev.barid.cli.CommonOptions;
import dev.barid.cli.ExitCodes;
import dev.barid.cli.OutputForm;
import dev.barid.cli.Rows;
import dev.barid.core.subscriber.EndpointEntry;
import dev.barid.core.subscriber.SubscriberJson;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code barid subscriber rotate-secret}. */
@Command(
    name = "rotate-secret",
    description = {
      "Gives an endpoint a new secret, which is shown this once. The old one goes on signing beside"
          + " it for a while, so that the receiver can change over without a gap.",
      "Only whsec_ secrets are rotated; whsk_ ones stay as they are."
    })
final class SubscriberRotateSecretCommand implements Callable<Integer> {

  /** A secret that is shown once. */
  record Rotated(String subscriber, String endpoint, String secret, Optional<Instant> oldUntil) {}

  private static final List<Column<Rotated>> COLUMNS =
      List.of(
          Column.whole("subscriber", Rotated::subscriber),
          Column.whole("endpoint", Rotated::endpoint),
          Column.whole("secret", Rotated::secret),
          Column.whole("oldUntil", Rotated::oldUntil));

  @Mixin private CommonOptions common = new CommonOptions();

  @Parameters(paramLabel = "ID", description = "The subscriber's id.")
  private String id = "";

  @Option(names = "--endpoint", required = true, paramLabel = "ID", description = "The endpoint.")
  private String endpoint = "";

  @Option(
      names = "--keep",
      paramLabel = "DURATION",
      defaultValue = "24h",
      description =
          "How long the old secret goes on signing (default: 24h); 0s for one that has leaked.")
  private Duration keep = Duration.ZERO;

  @Override
  public Integer call() {
    StoredEntry entry = StoredEntry.read(new RegistryTopic(common.kafka()), id);
    Rotation rotation = new Rotation(Instant.now(), keep);
    String secret = rotation.rotate(entry.tree(), endpoint, new SecureRandom());
    check(entry);
    entry.write();
    if (common.output() == OutputForm.TABLE) {
      common.out().println("rotated " + id + "/" + endpoint);
    }
    try (Rows<Rotated> rows = common.rows(COLUMNS)) {
      rows.add(new Rotated(id, endpoint, secret, rotation.oldUntil()));
    }
    return ExitCodes.DONE;
  }

  /** This endpoint alone: what is wrong with another one is nothing to this secret. */
  private void check(StoredEntry entry) {
    Optional<EndpointEntry> changed =
        SubscriberJson.readStored(SubscriberJson.bytes(entry.tree())).endpoint(endpoint);
    if (changed.orElse(null) instanceof EndpointEntry.Faulty faulty) {
      throw CommandFailure.failed(faulty.problem());
    }
  }
}
