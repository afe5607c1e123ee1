package dev.barid.core.settings;

/** Which attempts are written to the {@code attempts} topic. */
public enum AttemptsLog {
  ALL,
  FAILURES,
  OFF
}
