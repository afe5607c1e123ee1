package dev.barid.dlq;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * What an operator has done about a dead letter.
 *
 * <pre>
 * OPEN ── redrive ──► REDRIVEN ── redrive --force ──► REDRIVEN
 *   └──── purge ────► PURGED
 * </pre>
 */
enum State {
  /** Nothing yet. */
  OPEN,
  /** It was sent again; should that fail too, there is a new dead letter. */
  REDRIVEN,
  /** It was put away for good. */
  PURGED;

  /** The name in topics and rows. */
  String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The state of that wire name; empty when there is none. */
  static Optional<State> fromWire(String name) {
    return Arrays.stream(values()).filter(state -> state.wireName().equals(name)).findFirst();
  }
}
