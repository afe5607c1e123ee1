package dev.barid.core.delivery;

import dev.barid.core.attempt.AttemptResult;
import dev.barid.core.attempt.Excerpt;
import dev.barid.core.text.Printable;
import java.time.Instant;
import java.util.Optional;

/**
 * What the next attempt, and whoever reads the DLQ, should know of the attempt before.
 *
 * @param at when it ended
 * @param reason the word for {@code X-Retry-Reason}, such as {@code http-503} or {@code timeout}
 * @param status the HTTP status, if there was an answer
 * @param error one line for people; made one line of at most 4096 characters
 * @param excerpt the beginning of the response body, cut to 1 KiB; empty if there was none
 */
public record LastAttempt(
    Instant at, String reason, Optional<Integer> status, String error, String excerpt) {

  /** Above what an attempt's own error can come to, so that only a foreign one is ever cut. */
  static final int MAX_ERROR_CHARS = 4_096;

  /** Bounds what travels in headers. */
  public LastAttempt {
    error = Printable.line(error, MAX_ERROR_CHARS);
    excerpt = Excerpt.bounded(excerpt);
  }

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
