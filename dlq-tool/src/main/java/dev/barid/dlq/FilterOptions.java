package dev.barid.dlq;

import dev.barid.core.policy.DeadLetterReason;
import dev.barid.core.policy.StatusSet;
import dev.barid.core.subscriber.EventTypes;
import dev.barid.core.text.InvalidInputException;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that say which dead letters are meant. */
final class FilterOptions {

  @Option(
      names = "--subscriber",
      paramLabel = "ID",
      split = ",",
      hideParamSyntax = true,
      description = "Of this subscriber. This and most others may be given several times.")
  private List<String> subscribers = List.of();

  @Option(
      names = "--endpoint",
      paramLabel = "ID",
      split = ",",
      hideParamSyntax = true,
      description = "For this endpoint.")
  private List<String> endpoints = List.of();

  @Option(
      names = "--reason",
      paramLabel = "REASON",
      split = ",",
      hideParamSyntax = true,
      description =
          "Dead for this reason: exhausted, expired, permanent, gone, endpoint-disabled,"
              + " unknown-subscriber, no-endpoint or malformed.")
  private List<String> reasons = List.of();

  @Option(
      names = "--status",
      paramLabel = "STATUS",
      split = ",",
      hideParamSyntax = true,
      description = "Last answered with this status: 404, or 500-599.")
  private List<String> statuses = List.of();

  @Option(
      names = "--type",
      paramLabel = "TYPE",
      split = ",",
      hideParamSyntax = true,
      description = "Of this event type: order.created, or order.* for all below.")
  private List<String> types = List.of();

  @Option(
      names = "--event",
      paramLabel = "ID",
      hideParamSyntax = true,
      description = "Of the event with this id.")
  private List<String> events = List.of();

  @Option(
      names = "--since",
      paramLabel = "TIME",
      description =
          "Dead-lettered at this time or later: 2026-01-31T12:00:00Z, 2026-01-31 (UTC), or 2h for"
              + " the last two hours.")
  private @Nullable Instant since;

  @Option(names = "--until", paramLabel = "TIME", description = "Dead-lettered before this time.")
  private @Nullable Instant until;

  /**
   * The filter that was asked for.
   *
   * @throws InvalidInputException if a value makes no sense
   */
  Filter filter() {
    reasons.forEach(FilterOptions::checkReason);
    return new Filter(
        Set.copyOf(subscribers),
        Set.copyOf(endpoints),
        Set.copyOf(reasons),
        statuses.isEmpty() ? Optional.empty() : Optional.of(StatusSet.parse("--status", statuses)),
        types.isEmpty() ? Optional.empty() : Optional.of(new EventTypes(types)),
        Set.copyOf(events),
        Optional.ofNullable(since),
        Optional.ofNullable(until));
  }

  private static void checkReason(String reason) {
    if (DeadLetterReason.fromWire(reason).isEmpty()) {
      throw new InvalidInputException(
          "--reason",
          reason,
          "one of "
              + Arrays.stream(DeadLetterReason.values())
                  .map(DeadLetterReason::wireName)
                  .collect(Collectors.joining(", ")));
    }
  }
}
