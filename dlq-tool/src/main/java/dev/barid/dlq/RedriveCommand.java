package dev.barid.dlq;

import dev.barid.cli.CommandFailure;
import dev.barid.cli.CommonOptions;
import dev.barid.cli.ExitCodes;
import dev.barid.cli.OutputForm;
import dev.barid.cli.Progress;
import dev.barid.cli.Rows;
import dev.barid.core.subscriber.Ids;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code barid dlq redrive}. */
@Command(
    name = "redrive",
    description = {
      "Send dead letters again, with a fresh budget of attempts and the same event ids.",
      "Without --execute it only says what it would send. It can be stopped at any time and"
          + " started again: nothing goes twice."
    },
    footer = {
      "",
      "Example: what died of 5xx since yesterday, 50 a second",
      "  barid dlq redrive --since 1d --status 500-599 --rate 50 --execute"
    })
final class RedriveCommand implements Callable<Integer> {

  @Mixin private final CommonOptions common = new CommonOptions();
  @Mixin private final FilterOptions filters = new FilterOptions();

  @Option(names = "--all", description = "Every dead letter; to be said if there is no filter.")
  private boolean all;

  @Option(names = "--execute", description = "Really send them.")
  private boolean execute;

  @Option(names = "--force", description = "Also those that were redriven before.")
  private boolean force;

  @Option(names = "--rate", paramLabel = "N", description = "No more than N a second.")
  private @Nullable Long rate;

  @Option(names = "--limit", paramLabel = "N", description = "No more than N.")
  private @Nullable Long limit;

  @Option(
      names = "--job",
      paramLabel = "NAME",
      description = "A name for this run, kept with what it sends (default: redrive-TIME).")
  private @Nullable String job;

  @Option(
      names = "--to",
      paramLabel = "SUBSCRIBER",
      description =
          "For tests: send copies to all endpoints of this subscriber instead; the dead letters"
              + " stay as they are.")
  private @Nullable String to;

  private final Clock clock = Clock.tickMillis(ZoneOffset.UTC);

  @Override
  public Integer call() {
    RedriveRequest request = request();
    DlqTopics topics = DlqTopics.open(common.kafka());
    return execute ? execute(topics, request) : rehearse(topics, request);
  }

  private int rehearse(DlqTopics topics, RedriveRequest request) {
    try (Interrupt never = new Interrupt();
        Progress progress = common.progress("counting", topics.size())) {
      Redrive redrive = new Redrive(topics, request, clock, never, progress);
      redrive.rehearse();
      progress.wipe();
      try (Rows<Tally.GroupCount> rows = common.rows(Tally.GroupCount.COLUMNS)) {
        redrive.tally().groups().forEach(rows::add);
      }
      report(redrive.tally(), "dry run, add --execute to send them");
    }
    return ExitCodes.DONE;
  }

  private int execute(DlqTopics topics, RedriveRequest request) {
    try (Interrupt interrupt = Interrupt.onSignal();
        Progress progress = common.progress("redriving", topics.size())) {
      Redrive redrive = new Redrive(topics, request, clock, interrupt, progress);
      boolean completed = false;
      try {
        redrive.execute();
        completed = !interrupt.isRequested();
      } finally {
        progress.wipe();
        report(redrive.tally(), completed ? "" : "not all: start it again to go on");
      }
      return completed ? ExitCodes.DONE : ExitCodes.FAILED;
    }
  }

  private RedriveRequest request() {
    Filter filter = filters.filter();
    if (filter.equals(Filter.ALL) && !all) {
      throw CommandFailure.wrongUsage(
          "redrive without a filter (expected: one such as --subscriber or --reason, or --all for"
              + " every dead letter)");
    }
    return new RedriveRequest(
        filter,
        force,
        Optional.ofNullable(to).map(id -> Ids.check("--to", id)),
        limit == null ? Long.MAX_VALUE : Limits.atLeastOne("--limit", limit),
        rate == null ? OptionalLong.empty() : OptionalLong.of(Limits.atLeastOne("--rate", rate)),
        job == null ? defaultJob(clock.instant()) : job);
  }

  private static String defaultJob(Instant now) {
    return "redrive-" + now.truncatedTo(ChronoUnit.SECONDS);
  }

  private void report(Tally tally, String remark) {
    if (common.output() == OutputForm.JSON) {
      try (Rows<Tally> rows = common.rows(Tally.COLUMNS)) {
        rows.add(tally);
      }
      return;
    }
    StringBuilder line = new StringBuilder();
    line.append(tally.matched()).append(" matched, ");
    line.append(tally.redriven()).append(" redriven");
    if (tally.matched() > 0 && !remark.isEmpty()) {
      line.append(" (").append(remark).append(')');
    }
    if (tally.leftOut() > 0) {
      line.append("; ").append(tally.leftOut());
      line.append(" redriven before are left out (--force takes them, too)");
    }
    common.out().print(line.append('\n'));
    common.out().flush();
  }
}
