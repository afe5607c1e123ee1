package dev.barid.core.health;

import java.util.Optional;

/**
 * One step of an endpoint's health.
 *
 * @param health the health after it
 * @param change what changed; when present, the health has a new version and is to be written
 */
public record HealthStep(EndpointHealth health, Optional<Change> change) {

  /** What is written to the topic, and why. */
  public enum Change {
    /** The breaker opened. */
    OPENED,
    /** The probe was no success: open again until its next one. */
    STILL_OPEN,
    /** The breaker closed. */
    CLOSED,
    /** The endpoint is paused, or for another reason than before. */
    PAUSED,
    /** The endpoint is no longer paused, or is to be probed at once. */
    RESUMED
  }
}
