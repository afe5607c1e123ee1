package dev.barid.core.policy;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** What is to become of a delivery after an attempt. */
public sealed interface Decision {
  /** It is delivered; nothing more to do. */
  record Delivered() implements Decision {}

  /**
   * Another attempt is due.
   *
   * @param dueAt in whole milliseconds, before the give-up time
   * @param retryAfter what the endpoint asked for and was heeded, capped; empty when it asked for
   *     nothing that can be read
   */
  record RetryAt(Instant dueAt, Optional<Duration> retryAfter) implements Decision {}

  /**
   * It ends in the DLQ.
   *
   * @param reason the reason's class
   * @param detail the same for people, on one line
   */
  record DeadLettered(DeadLetterReason reason, String detail) implements Decision {}
}
