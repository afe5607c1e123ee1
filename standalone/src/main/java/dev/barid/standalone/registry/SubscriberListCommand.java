package dev.barid.standalone.registry;

import dev.barid.cli.Column;
import dev.barid.cli.CommonOptions;
import dev.barid.cli.ExitCodes;
import dev.barid.cli.Rows;
import dev.barid.core.subscriber.Endpoint;
import dev.barid.core.subscriber.EndpointEntry;
import dev.barid.core.subscriber.Subscriber;
import dev.barid.core.subscriber.SubscriberJson;
import dev.barid.core.text.InvalidInputException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code barid subscriber list}. */
@Command(name = "list", description = "Lists the endpoints of all subscribers.")
final class SubscriberListCommand implements Callable<Integer> {

  /** One endpoint, or a subscriber without any. */
  record Listed(String subscriber, String endpoint, String url, String state, String eventTypes) {}

  private static final List<Column<Listed>> COLUMNS =
      List.of(
          Column.whole("subscriber", Listed::subscriber),
          Column.whole("endpoint", Listed::endpoint),
          Column.text("url", Listed::url),
          Column.text("state", Listed::state),
          Column.text("eventTypes", Listed::eventTypes));

  @Mixin private CommonOptions common = new CommonOptions();

  @Override
  public Integer call() {
    Map<String, byte[]> entries = new RegistryTopic(common.kafka()).readAll();
    try (Rows<Listed> rows = common.rows(COLUMNS)) {
      entries.forEach((id, stored) -> listed(id, stored).forEach(rows::add));
    }
    return ExitCodes.DONE;
  }

  private static Stream<Listed> listed(String id, byte[] stored) {
    try {
      Subscriber subscriber = SubscriberJson.readStored(stored);
      if (subscriber.endpoints().isEmpty()) {
        return Stream.of(new Listed(id, "", "", "no endpoint", ""));
      }
      return subscriber.endpoints().stream().map(entry -> listed(id, entry));
    } catch (InvalidInputException damaged) {
      return Stream.of(new Listed(id, "", "", "unreadable: " + damaged.getMessage(), ""));
    }
  }

  private static Listed listed(String id, EndpointEntry entry) {
    if (entry instanceof EndpointEntry.Usable usable) {
      Endpoint endpoint = usable.endpoint();
      return new Listed(
          id,
          endpoint.id(),
          endpoint.target().url().toString(),
          endpoint.state().name().toLowerCase(Locale.ROOT),
          String.join(",", endpoint.eventTypes().patterns()));
    }
    return new Listed(id, entry.id(), "", "faulty: " + problem(entry), "");
  }

  private static String problem(EndpointEntry entry) {
    return entry instanceof EndpointEntry.Faulty faulty ? faulty.problem() : "";
  }
}
