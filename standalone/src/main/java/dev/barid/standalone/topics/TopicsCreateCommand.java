package dev.barid.standalone.topics;

import dev.barid.cli.CommonOptions;
import dev.barid.cli.ExitCodes;
import dev.barid.core.settings.Keys;
import dev.barid.core.settings.Settings;
import dev.barid.core.text.InvalidInputException;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import org.apache.kafka.clients.admin.Admin;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code barid topics create}. */
@Command(
    name = "create",
    description =
        "Creates the topics that are missing, and checks those that exist: a line for each"
            + " difference, and exit status 1.")
final class TopicsCreateCommand implements Callable<Integer> {

  private static final int MAX_PARTITIONS = 10_000;

  @Mixin private CommonOptions common = new CommonOptions();

  @Option(
      names = "--partitions",
      paramLabel = "N",
      description = "Partitions of each topic, fixed at creation (default: 8).")
  private @Nullable Integer partitions;

  @Option(
      names = "--replication-factor",
      paramLabel = "N",
      description = "Copies of each partition (default: the brokers' own).")
  private @Nullable Integer replicationFactor;

  @Override
  public Integer call() {
    check("--partitions", partitions, MAX_PARTITIONS);
    check("--replication-factor", replicationFactor, Short.MAX_VALUE);
    Settings settings = common.settings();
    try (Admin admin = common.kafka().admin()) {
      TopicSetup setup = new TopicSetup(admin, settings.topics(), settings.value(Keys.RETRY_TIERS));
      List<String> created = setup.create(optional(partitions), optional(replicationFactor));
      created.forEach(name -> common.out().println("created " + name));
      List<String> differences = setup.differences();
      differences.forEach(line -> common.err().println("barid: " + line));
      if (created.isEmpty() && differences.isEmpty()) {
        common.out().println("all topics exist, and are as they should be");
      }
      return differences.isEmpty() ? ExitCodes.DONE : ExitCodes.FAILED;
    }
  }

  private static OptionalInt optional(@Nullable Integer number) {
    return number == null ? OptionalInt.empty() : OptionalInt.of(number);
  }

  private static void check(String option, @Nullable Integer number, int max) {
    if (number != null && (number < 1 || number > max)) {
      throw new InvalidInputException(option, number.toString(), "1 to " + max);
    }
  }
}
