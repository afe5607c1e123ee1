package dev.barid.dlq;

import dev.barid.cli.CommonOptions;
import dev.barid.cli.ExitCodes;
import dev.barid.cli.OutputForm;
import dev.barid.cli.Rows;
import dev.barid.cli.TopicScan;
import dev.barid.core.text.InvalidInputException;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code barid dlq list}. */
@Command(
    name = "list",
    description = {
      "List dead letters: open ones, unless --state says otherwise.",
      "Those of one subscriber come oldest first."
    },
    footer = {
      "",
      "Example: what died in the last two hours because an endpoint answered 5xx",
      "  barid dlq list --since 2h --status 500-599"
    })
final class ListCommand implements Callable<Integer> {

  @Mixin private final CommonOptions common = new CommonOptions();
  @Mixin private final FilterOptions filters = new FilterOptions();

  @Option(
      names = "--state",
      paramLabel = "STATE",
      split = ",",
      hideParamSyntax = true,
      defaultValue = "open",
      description = "open, redriven, purged, or several: open,redriven (default: open).")
  private List<String> states = List.of();

  @Option(names = "--limit", paramLabel = "N", description = "No more than N.")
  private @Nullable Long limit;

  @Option(
      names = "--follow",
      description = "Then wait, and list new dead letters as they come, until Ctrl-C.")
  private boolean follow;

  @Override
  public Integer call() {
    Filter filter = filters.filter();
    Set<State> wanted = states();
    long most = limit == null ? Long.MAX_VALUE : Limits.atLeastOne("--limit", limit);
    DlqTopics topics = DlqTopics.open(common.kafka());
    Marks marks = topics.marks(topics.allPartitions());
    long listed = 0;
    try (TopicScan scan = topics.letters(topics.allPartitions(), filter.since());
        Rows<Entry> rows = common.rows(Entry.COLUMNS)) {
      while (listed < most) {
        if (scan.isDone()) {
          if (!follow) {
            break;
          }
          rows.flush();
          scan.follow();
        }
        for (ConsumerRecord<byte[], byte[]> record : scan.poll()) {
          Entry entry = marks.entry(DeadLetter.of(record));
          if (listed < most && wanted.contains(entry.state()) && filter.matches(entry.letter())) {
            rows.add(entry);
            listed++;
          }
        }
        if (scan.isFollowing()) {
          rows.flush();
        }
      }
    }
    if (listed == 0 && common.output() == OutputForm.TABLE) {
      common.err().println(none(wanted));
    }
    return ExitCodes.DONE;
  }

  /** An empty list is an answer, too: of what. */
  private static String none(Set<State> wanted) {
    String states = wanted.stream().map(State::wireName).collect(Collectors.joining(" or "));
    return wanted.size() == State.values().length
        ? "No such dead letter."
        : "No such dead letter that is %s (all of them: --state open,redriven,purged)."
            .formatted(states);
  }

  private Set<State> states() {
    Set<State> wanted = EnumSet.noneOf(State.class);
    for (String name : states) {
      wanted.add(
          State.fromWire(name)
              .orElseThrow(
                  () ->
                      new InvalidInputException(
                          "--state", name, "one or more of open, redriven, purged")));
    }
    return wanted;
  }
}
