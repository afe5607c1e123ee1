package dev.barid.core.policy;

import java.util.Arrays;
import java.util.Optional;

/** How much of a wait is left to chance, so that deliveries that failed together part. */
public enum Jitter {
  /** Half of the backoff fixed, half random: between half and all of it. */
  EQUAL("equal"),
  /** Anything between nothing and the backoff. */
  FULL("full"),
  /** Exactly the backoff: only where asked for by name. */
  NONE("none");

  private final String wireName;

  Jitter(String wireName) {
    this.wireName = wireName;
  }

  /** The name in a policy, e.g. {@code equal}. */
  public String wireName() {
    return wireName;
  }

  /** The jitter of that name; empty when there is none. */
  public static Optional<Jitter> fromWire(String name) {
    return Arrays.stream(values()).filter(known -> known.wireName.equals(name)).findFirst();
  }
}
