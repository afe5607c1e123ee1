package dev.barid.core.health;

/** What is to be done with a delivery that is ready for its attempt. */
public sealed interface Admission {
  /** It goes out. */
  record Pass() implements Admission {}

  /**
   * It goes out as the probe.
   *
   * @param version the health's version; handed back with the attempt's end
   */
  record Probe(long version) implements Admission {}

  /**
   * It is parked, its attempt count as it is.
   *
   * @param version for {@code barid-parked-version}: a later version that holds nothing releases it
   */
  record Park(long version) implements Admission {}
}
