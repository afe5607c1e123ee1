package dev.barid.core.attempt;

import dev.barid.core.text.Printable;
import java.util.Optional;

/** What one HTTP request came to: an answer, or none. */
public sealed interface AttemptResult {
  /** The most foreign characters in {@link #error}: a header and a log line carry it. */
  int ERROR_CHARS = 500;

  /** The value of {@code X-Retry-Reason}: {@code http-503} for an answer, else the error class. */
  String reason();

  /**
   * What went wrong, on one line, for logs and headers: {@code HTTP 503}, {@code HTTP 302, not
   * followed, Location: https://…}, {@code timeout: no answer in 15s}. Empty for a success.
   */
  Optional<String> error();

  /** The class of what went wrong; empty for a success. */
  Optional<ErrorClass> errorClass();

  /**
   * The endpoint answered, whatever the status.
   *
   * @param status the status as received; nothing is assumed about its range
   * @param retryAfter the {@code Retry-After} field as received
   * @param location the {@code Location} field as received
   * @param excerpt the body's start, see {@link Excerpt#of}; cut to {@link Excerpt#MAX_BYTES}
   */
  record Answered(
      int status, Optional<String> retryAfter, Optional<String> location, String excerpt)
      implements AttemptResult {
    /** Cuts the excerpt to size. */
    public Answered {
      excerpt = Excerpt.bounded(excerpt);
    }

    /** An answer with neither of the fields, and no body. */
    public Answered(int status) {
      this(status, Optional.empty(), Optional.empty(), "");
    }

    /** Whether the status is a 2xx. */
    public boolean isSuccess() {
      return status >= 200 && status <= 299;
    }

    private boolean isRedirection() {
      return status >= 300 && status <= 399;
    }

    @Override
    public String reason() {
      return "http-" + status;
    }

    @Override
    public Optional<String> error() {
      if (isSuccess()) {
        return Optional.empty();
      }
      if (!isRedirection()) {
        return Optional.of("HTTP " + status);
      }
      String where =
          location.map(to -> ", Location: " + Printable.line(to, ERROR_CHARS)).orElse("");
      return Optional.of("HTTP " + status + ", not followed" + where);
    }

    @Override
    public Optional<ErrorClass> errorClass() {
      return isSuccess() ? Optional.empty() : Optional.of(ErrorClass.HTTP);
    }
  }

  /**
   * There was no complete answer.
   *
   * @param kind what kind of failure it was
   * @param message what happened, for people; free of secrets
   */
  record Failed(ErrorClass kind, String message) implements AttemptResult {
    @Override
    public String reason() {
      return kind.wireName();
    }

    @Override
    public Optional<String> error() {
      return Optional.of(kind.wireName() + ": " + Printable.line(message, ERROR_CHARS));
    }

    @Override
    public Optional<ErrorClass> errorClass() {
      return Optional.of(kind);
    }
  }
}
