package dev.barid.core.policy;

import dev.barid.core.attempt.AttemptResult;
import dev.barid.core.attempt.AttemptResult.Answered;
import dev.barid.core.attempt.AttemptResult.Failed;
import dev.barid.core.attempt.ErrorClass;
import dev.barid.core.text.InvalidInputException;

/**
 * Which results may be retried. 2xx is success whatever the lists say, so they may not name one; a
 * status in neither list is retried, but for 404, which then has a budget of its own.
 *
 * @param retry statuses to retry
 * @param permanent statuses that end the delivery
 */
public record StatusRules(StatusSet retry, StatusSet permanent) {
  // Before STANDARD, whose making looks at it.
  private static final StatusSet SUCCESS = StatusSet.of("200-299");

  /** The default table. */
  public static final StatusRules STANDARD =
      new StatusRules(
          StatusSet.of("408", "429", "500-599"), StatusSet.of("400", "401", "403", "410", "422"));

  private static final int NOT_FOUND = 404;
  private static final int GONE = 410;

  /**
   * Checks that the lists exclude each other.
   *
   * @throws InvalidInputException when a status is in both, or one is a 2xx
   */
  public StatusRules {
    refuse("permanent", permanent, retry, "a status that is not also in retry, " + retry);
    refuse("retry", retry, SUCCESS, "no 2xx, which is success");
    refuse("permanent", permanent, SUCCESS, "no 2xx, which is success");
  }

  /** What the result means. */
  public Verdict verdict(AttemptResult result) {
    if (result instanceof Answered answered) {
      return ofStatus(answered);
    }
    return ofFailure(((Failed) result).kind());
  }

  private Verdict ofStatus(Answered answered) {
    int status = answered.status();
    if (answered.isSuccess()) {
      return Verdict.SUCCESS;
    }
    if (permanent.contains(status)) {
      return status == GONE ? Verdict.GONE : Verdict.PERMANENT;
    }
    return status == NOT_FOUND && !retry.contains(status) ? Verdict.NOT_FOUND : Verdict.TRANSIENT;
  }

  private static Verdict ofFailure(ErrorClass kind) {
    return switch (kind) {
      case BLOCKED_ADDRESS, BAD_URL -> Verdict.PERMANENT;
      case HTTP, TIMEOUT, CONNECT, DNS, TLS, CLOSED -> Verdict.TRANSIENT;
    };
  }

  private static void refuse(String field, StatusSet set, StatusSet taboo, String expected) {
    set.firstInBoth(taboo)
        .ifPresent(
            status -> {
              throw new InvalidInputException(field, Integer.toString(status), expected);
            });
  }
}
