package dev.barid.standalone.topics;

import dev.barid.cli.Column;
import dev.barid.cli.CommonOptions;
import dev.barid.cli.ExitCodes;
import dev.barid.cli.Rows;
import dev.barid.core.settings.Keys;
import dev.barid.core.settings.Settings;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.apache.kafka.clients.admin.Admin;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code barid topics describe}. */
@Command(
    name = "describe",
    description =
        "Shows the topics as they are. A line for each difference from what Barid needs, and exit"
            + " status 1.")
final class TopicsDescribeCommand implements Callable<Integer> {

  private static final List<Column<TopicStatus>> COLUMNS =
      List.of(
          Column.whole("topic", TopicStatus::name),
          Column.text("state", TopicsDescribeCommand::state),
          Column.number("partitions", TopicStatus::partitions),
          Column.number("replicationFactor", TopicStatus::replicationFactor),
          Column.text("cleanupPolicy", status -> status.configs().get("cleanup.policy")),
          Column.number("retentionMs", status -> number(status, "retention.ms")),
          Column.number("maxMessageBytes", status -> number(status, "max.message.bytes")));

  @Mixin private CommonOptions common = new CommonOptions();

  @Override
  public Integer call() {
    Settings settings = common.settings();
    try (Admin admin = common.kafka().admin()) {
      List<TopicStatus> found =
          new TopicSetup(admin, settings.topics(), settings.value(Keys.RETRY_TIERS)).describe();
      try (Rows<TopicStatus> rows = common.rows(COLUMNS)) {
        found.forEach(rows::add);
      }
      List<String> differences =
          found.stream().flatMap(status -> status.differences().stream()).toList();
      differences.forEach(line -> common.err().println("barid: " + line));
      return differences.isEmpty() ? ExitCodes.DONE : ExitCodes.FAILED;
    }
  }

  private static String state(TopicStatus status) {
    if (!status.exists()) {
      return "missing";
    }
    return status.differences().isEmpty() ? "ok" : "differs";
  }

  private static Optional<Long> number(TopicStatus status, String config) {
    return Optional.ofNullable(status.configs().get(config)).map(Long::valueOf);
  }
}
