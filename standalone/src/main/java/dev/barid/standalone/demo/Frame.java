package dev.barid.standalone.demo;

import java.util.List;
import java.util.Map;

/**
 * One moment of the demonstration.
 *
 * @param seconds since events began to flow
 * @param acknowledged events that Kafka has taken
 * @param events how many there will be
 * @param rows a row per endpoint
 * @param deadLetters reason to number of open entries in the DLQ, in the order to show them
 */
record Frame(
    long seconds, int acknowledged, int events, List<Row> rows, Map<String, Integer> deadLetters) {

  /** Whether something was accepted or ended since an earlier moment. */
  boolean hasMovedSince(Frame earlier) {
    return acknowledged != earlier.acknowledged
        || delivered() != earlier.delivered()
        || deadLettered() != earlier.deadLettered();
  }

  int delivered() {
    return rows.stream().mapToInt(Row::delivered).sum();
  }

  int retries() {
    return rows.stream().mapToInt(Row::retries).sum();
  }

  int waiting() {
    return rows.stream().mapToInt(Row::waiting).sum();
  }

  int deadLettered() {
    return deadLetters.values().stream().mapToInt(Integer::intValue).sum();
  }
}
