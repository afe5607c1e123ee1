package dev.barid.standalone.registry;

import dev.barid.cli.CommandFailure;
import dev.barid.core.subscriber.SubscriberJson;
import dev.barid.core.text.InvalidInputException;
import tools.jackson.databind.node.ObjectNode;

/**
 * A subscriber's entry that a command changes: read to the registry's end as of now, changed as a
 * tree so that all else stays as its owner wrote it, and written back.
 *
 * <p>Kafka has no compare-and-set: when two operators change one subscriber at once, the later
 * write undoes the earlier one.
 *
 * @param registry where it is stored
 * @param id the subscriber's id
 * @param tree the entry, to be changed in place
 */
record StoredEntry(RegistryTopic registry, String id, ObjectNode tree) {

  /**
   * Reads the entry of a subscriber.
   *
   * @throws CommandFailure if there is none, or if it can't be read
   */
  static StoredEntry read(RegistryTopic registry, String id) {
    byte[] stored = registry.read(id).orElseThrow(() -> CommandFailure.failed(Missing.message(id)));
    try {
      if (SubscriberJson.tree(stored) instanceof ObjectNode tree) {
        return new StoredEntry(registry, id, tree);
      }
      throw unreadable(id, "no JSON object");
    } catch (InvalidInputException damaged) {
      throw unreadable(id, damaged.getMessage());
    }
  }

  private static CommandFailure unreadable(String id, String why) {
    return CommandFailure.failed(
        "the entry of \"%s\" can't be read: %s (expected: put anew)".formatted(id, why));
  }

  /** Writes it back; returns when that is acknowledged. */
  void write() {
    registry.write(id, tree);
  }
}
