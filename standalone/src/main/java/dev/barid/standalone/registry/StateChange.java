package dev.barid.standalone.registry;

import dev.barid.cli.Column;
import dev.barid.cli.CommandFailure;
import dev.barid.cli.CommonOptions;
import dev.barid.cli.ExitCodes;
import dev.barid.cli.OutputForm;
import dev.barid.cli.Rows;
import dev.barid.core.subscriber.OperatorActions.Changes;
import dev.barid.core.text.InvalidInputException;
import java.util.List;
import java.util.function.Function;
import tools.jackson.databind.node.ObjectNode;

/**
 * What pausing and resuming have in common: an entry is changed, written if that changed anything,
 * and each endpoint that was meant is named.
 *
 * @param done what was done, as {@code paused}
 * @param state the state that the changed endpoints have now
 */
record StateChange(String done, String state) {

  /** One endpoint that was meant. */
  record Meant(String subscriber, String endpoint, String state, boolean changed) {}

  private static final List<Column<Meant>> COLUMNS =
      List.of(
          Column.whole("subscriber", Meant::subscriber),
          Column.whole("endpoint", Meant::endpoint),
          Column.text("state", Meant::state),
          Column.text("changed", Meant::changed));

  /**
   * Does it, and says so.
   *
   * @param change changes the entry in place
   * @return the exit status
   * @throws CommandFailure if the subscriber, or the endpoint, isn't there
   */
  int run(CommonOptions common, String subscriber, Function<ObjectNode, Changes> change) {
    StoredEntry entry = StoredEntry.read(new RegistryTopic(common.kafka()), subscriber);
    Changes changes = changed(entry, change);
    if (!changes.changed().isEmpty()) {
      entry.write();
    }
    if (common.output() == OutputForm.JSON) {
      sayRows(common, subscriber, changes);
    } else {
      sayLines(common, subscriber, changes);
    }
    return ExitCodes.DONE;
  }

  private static Changes changed(StoredEntry entry, Function<ObjectNode, Changes> change) {
    Changes changes;
    try {
      changes = change.apply(entry.tree());
    } catch (InvalidInputException noSuchEndpoint) {
      throw CommandFailure.failed(noSuchEndpoint.getMessage());
    }
    if (changes.changed().isEmpty() && changes.disabled().isEmpty()) {
      throw CommandFailure.failed(
          "subscriber \"" + entry.id() + "\" has no endpoint (expected: at least one)");
    }
    return changes;
  }

  private void sayLines(CommonOptions common, String subscriber, Changes changes) {
    for (String endpoint : changes.changed()) {
      common.out().println(done + " " + subscriber + "/" + endpoint);
    }
    for (String endpoint : changes.disabled()) {
      common
          .out()
          .println(
              "left alone %s/%s: it is disabled, which only \"barid subscriber put\" changes"
                  .formatted(subscriber, endpoint));
    }
  }

  private void sayRows(CommonOptions common, String subscriber, Changes changes) {
    try (Rows<Meant> rows = common.rows(COLUMNS)) {
      changes.changed().forEach(id -> rows.add(new Meant(subscriber, id, state, true)));
      changes.disabled().forEach(id -> rows.add(new Meant(subscriber, id, "disabled", false)));
    }
  }
}
