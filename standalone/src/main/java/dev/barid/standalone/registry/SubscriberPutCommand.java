package dev.barid.standalone.registry;

import dev.barid.cli.Column;
import dev.barid.cli.CommonOptions;
import dev.barid.cli.ExitCodes;
import dev.barid.cli.OutputForm;
import dev.barid.cli.Rows;
import dev.barid.core.subscriber.Subscriber;
import dev.barid.core.subscriber.SubscriberJson;
import dev.barid.core.text.InvalidInputException;
import dev.barid.standalone.input.InputFile;
import java.security.SecureRandom;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code barid subscriber put}. */
@Command(
    name = "put",
    description = {
      "Creates a subscriber, or replaces it. The file is one JSON object, checked before it is"
          + " stored.",
      "An endpoint without secrets keeps those that it has. A new one gets a secret, which is"
          + " shown this once."
    })
final class SubscriberPutCommand implements Callable<Integer> {

  /** A secret that is shown once. */
  record NewSecret(String subscriber, String endpoint, String secret) {}

  private static final List<Column<NewSecret>> COLUMNS =
      List.of(
          Column.whole("subscriber", NewSecret::subscriber),
          Column.whole("endpoint", NewSecret::endpoint),
          Column.whole("secret", NewSecret::secret));

  @Mixin private CommonOptions common = new CommonOptions();

  @Parameters(paramLabel = "FILE", description = "The entry as JSON; - for stdin.")
  private String file = "";

  @Override
  public Integer call() {
    JsonNode given = SubscriberJson.tree(InputFile.read(file, SubscriberJson.MAX_BYTES));
    if (!(given instanceof ObjectNode entry)) {
      throw new InvalidInputException("subscriber", given.getNodeType().name(), "a JSON object");
    }
    RegistryTopic registry = new RegistryTopic(common.kafka());
    String id = entry.path("id").asString("");
    Map<String, String> generated = Secrets.fill(entry, stored(registry, id), new SecureRandom());
    Subscriber subscriber = SubscriberJson.parse(entry);
    registry.write(subscriber.id(), entry);
    say(subscriber.id(), generated);
    return ExitCodes.DONE;
  }

  /** What can't be read is replaced as a whole. */
  private static Optional<JsonNode> stored(RegistryTopic registry, String id) {
    try {
      return registry.read(id).map(SubscriberJson::tree);
    } catch (InvalidInputException damaged) {
      return Optional.empty();
    }
  }

  private void say(String id, Map<String, String> generated) {
    if (common.output() == OutputForm.TABLE) {
      common.out().println("stored " + id);
    }
    try (Rows<NewSecret> rows = common.rows(COLUMNS)) {
      generated.forEach((endpoint, secret) -> rows.add(new NewSecret(id, endpoint, secret)));
    }
  }
}
