package dev.barid.core.delivery;

import dev.barid.core.attempt.AttemptResult;
import java.time.Instant;
import java.util.Optional;

/**
 * What the next attempt, and whoever reads the DLQ, should know of the attempt before.
 *
 * @param at when it ended
 * @param reason the word for {@code X-Retry-Reason}, such as {@code http-503} or {@code timeout}
 * @param status the HTTP status, if there was an answer
 * @param error one line for people
 * @param excerpt the beginning of the response body, at most 1 KiB; empty if there was none
 */
public record LastAttempt(
    Instant at, String reason, Optional<Integer> status, String error, String excerpt) {

  /** The attempt that ended like this. */
  public static LastAttempt of(Instant at, AttemptResult result) {
    String error = result.error().orElse("");
    if (result instanceof AttemptResult.Answered answered) {
      return new LastAttempt(
          at, answered.reason(), Optional.of(answered.status()), error, answered.excerpt());
    }
    return new LastAttempt(at, result.reason(), Optional.empty(), error, "");
  }
}
