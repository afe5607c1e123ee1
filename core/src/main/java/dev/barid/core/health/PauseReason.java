package dev.barid.core.health;

import java.util.Arrays;
import java.util.Optional;

/** Why an endpoint is paused. */
public enum PauseReason {
  /** Too many permanent failures in a row; until an operator resumes it. */
  PERMANENT_FAILURES("permanent-failures"),
  /** It answered 410; until an operator resumes it. */
  GONE("gone"),
  /** The registry says so; until the registry says otherwise. */
  OPERATOR("operator");

  private final String wireName;

  PauseReason(String wireName) {
    this.wireName = wireName;
  }

  /** The name in topics and rows, e.g. {@code permanent-failures}. */
  public String wireName() {
    return wireName;
  }

  /** The reason of that wire name; empty when there is none. */
  public static Optional<PauseReason> fromWire(String name) {
    return Arrays.stream(values()).filter(known -> known.wireName.equals(name)).findFirst();
  }
}
