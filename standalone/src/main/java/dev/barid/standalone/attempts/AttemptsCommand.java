package dev.barid.standalone.attempts;

import dev.barid.cli.Column;
import dev.barid.cli.CommonOptions;
import dev.barid.cli.ExitCodes;
import dev.barid.cli.KafkaClients;
import dev.barid.cli.OutputForm;
import dev.barid.cli.Rows;
import dev.barid.cli.TopicScan;
import dev.barid.core.attempt.AttemptEntry;
import dev.barid.core.text.InvalidInputException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code barid attempts}. */
@Command(
    name = "attempts",
    description = {
      "Shows the attempts to deliver: why an event did, or did not, arrive.",
      "Those of one subscriber come oldest first. What is asked for is the same in every row, and"
          + " so left out of the table; --output json has every field."
    },
    footer = {
      "",
      "Example: what happened to one event",
      "  barid attempts acme --event evt-3-17",
      "Example: watch one endpoint, after its last ten attempts",
      "  barid attempts acme --endpoint orders --limit 10 --follow"
    })
public final class AttemptsCommand implements Callable<Integer> {

  private static final int MOST = 10_000;

  @Mixin private final CommonOptions common = new CommonOptions();

  @Parameters(
      paramLabel = "SUBSCRIBER",
      arity = "0..1",
      description = "The subscriber's id; all of them without it.")
  private @Nullable String subscriber;

  @Option(names = "--event", paramLabel = "ID", description = "Of the event with this id.")
  private @Nullable String event;

  @Option(names = "--endpoint", paramLabel = "ID", description = "To this endpoint.")
  private @Nullable String endpoint;

  @Option(
      names = "--since",
      paramLabel = "TIME",
      description =
          "Ended at this time or later: 2026-01-31T12:00:00Z, 2026-01-31 (UTC), or 2h for the last"
              + " two hours. What is older isn't even read.")
  private @Nullable Instant since;

  @Option(
      names = "--limit",
      paramLabel = "N",
      description = "Only the newest N, at most 10000; with --follow, those that come are added.")
  private @Nullable Integer limit;

  @Option(
      names = "--follow",
      description = "Then wait, and show attempts as they end, until Ctrl-C.")
  private boolean follow;

  @Override
  public Integer call() {
    AttemptFilter filter =
        new AttemptFilter(
            Optional.ofNullable(subscriber),
            Optional.ofNullable(endpoint),
            Optional.ofNullable(event),
            Optional.ofNullable(since));
    Optional<Integer> most = Optional.ofNullable(limit).map(AttemptsCommand::checked);
    List<Column<AttemptEntry>> columns =
        common.output() == OutputForm.JSON ? AttemptColumns.JSON : AttemptColumns.table(filter);
    KafkaClients clients = common.kafka();
    String topic = clients.settings().topics().attempts();
    try (TopicScan scan =
            new TopicScan(clients.consumer(), clients.partitions(topic), filter.since());
        Rows<AttemptEntry> rows = common.rows(columns)) {
      AttemptListing listing = new AttemptListing(filter, rows);
      listing.listAll(scan, most);
      if (follow) {
        listing.follow(scan);
      }
      if (listing.isEmpty() && common.output() == OutputForm.TABLE) {
        WhereElse.lines(filter).forEach(common.err()::println);
      }
    }
    return ExitCodes.DONE;
  }

  private static int checked(int number) {
    if (number < 1 || number > MOST) {
      throw new InvalidInputException(
          "--limit", Integer.toString(number), "a whole number from 1 to " + MOST);
    }
    return number;
  }
}
