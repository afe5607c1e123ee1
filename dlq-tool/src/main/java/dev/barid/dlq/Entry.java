package dev.barid.dlq;

import dev.barid.cli.Column;
import java.util.List;
import java.util.Optional;

/**
 * A dead letter with what was done about it.
 *
 * @param letter the dead letter
 * @param mark the newest mark for it, if there is one
 */
record Entry(DeadLetter letter, Optional<Mark> mark) {

  /** The contract's fields, in its order. */
  static final List<Column<Entry>> COLUMNS =
      List.of(
          Column.text("subscriber", entry -> entry.letter().subscriber()),
          Column.text("endpoint", entry -> entry.letter().endpoint()),
          Column.text("eventId", entry -> entry.letter().eventId()),
          Column.spare("eventType", entry -> entry.letter().eventType()),
          Column.text("reason", entry -> entry.letter().reason()),
          Column.number("status", entry -> entry.letter().status()),
          Column.text("error", entry -> entry.letter().error()),
          Column.spare("attempts", entry -> entry.letter().attempts()),
          Column.hidden("firstSeenAt", entry -> entry.letter().firstSeenAt()),
          Column.spare("lastAttemptAt", entry -> entry.letter().lastAttemptAt()),
          Column.whole("position", entry -> entry.letter().position().toString()),
          Column.spare("state", entry -> entry.state().wireName()));

  State state() {
    return mark.map(Mark::state).orElse(State.OPEN);
  }
}
