package dev.barid.dlq;

import dev.barid.cli.CommandFailure;
import dev.barid.cli.CommonOptions;
import dev.barid.cli.ExitCodes;
import dev.barid.cli.OutputForm;
import dev.barid.cli.Rows;
import dev.barid.core.text.InvalidInputException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code barid dlq show}. */
@Command(name = "show", description = "Show one dead letter: why it died, its headers, its body.")
final class ShowCommand implements Callable<Integer> {

  private static final int BODY_BYTES = 4_096;

  @Mixin private final CommonOptions common = new CommonOptions();

  @Parameters(
      paramLabel = "POSITION",
      description = "topic-partition-offset, as dlq list shows it.")
  private String text = "";

  @Option(names = "--full", description = "The whole body, however long.")
  private boolean full;

  @Override
  public Integer call() {
    Position position = Position.parse(text);
    DlqTopics topics = DlqTopics.open(common.kafka());
    if (!position.topic().equals(topics.names().dlq())
        || position.partition() >= topics.partitions()) {
      throw new InvalidInputException(
          "position",
          text,
          "partition 0 to %d of %s".formatted(topics.partitions() - 1, topics.names().dlq()));
    }
    DeadLetter letter =
        topics
            .letter(position)
            .orElseThrow(
                () -> CommandFailure.failed("there is no dead letter at \"" + position + "\""));
    Entry entry = topics.marks(List.of(position.partition())).entry(letter);
    print(new Details(entry, full ? Integer.MAX_VALUE : BODY_BYTES));
    return ExitCodes.DONE;
  }

  private void print(Details details) {
    if (common.output() == OutputForm.JSON) {
      try (Rows<Details> rows = common.rows(Details.columns())) {
        rows.add(details);
      }
    } else {
      details.lines().forEach(line -> common.out().print(line + "\n"));
    }
  }
}
