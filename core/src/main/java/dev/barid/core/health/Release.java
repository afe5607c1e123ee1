package dev.barid.core.health;

import java.time.Instant;

/** What becomes of a parked delivery now. */
public sealed interface Release {
  /** It may go, at the pace of {@link ReleasePace}. */
  record Now() implements Release {}

  /** Its give-up time has come: it goes whatever its endpoint's health, to be dead-lettered. */
  record Expired() implements Release {}

  /**
   * It goes, alone, as the probe.
   *
   * @param version of the health that asks for it; travels with it as {@code barid-probe-version}
   */
  record AsProbe(long version) implements Release {}

  /**
   * It stays.
   *
   * @param until when to ask again at the latest; earlier when there is newer health
   */
  record Hold(Instant until) implements Release {}
}
