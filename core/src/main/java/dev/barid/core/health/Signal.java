package dev.barid.core.health;

import dev.barid.core.attempt.AttemptResult;
import dev.barid.core.attempt.AttemptResult.Answered;
import dev.barid.core.policy.DeadLetterReason;
import dev.barid.core.policy.Decision;
import dev.barid.core.policy.Decision.DeadLettered;
import dev.barid.core.policy.StatusRules;

/** What an attempt says about its endpoint, as opposed to its delivery. */
public enum Signal {
  /** It works. */
  SUCCESS,
  /** It is down or overloaded: this opens the breaker. */
  FAILURE,
  /** It refuses this delivery, or this kind of request, for good. */
  REFUSAL,
  /** It answered 410. */
  GONE,
  /** It answers, but says nothing about its health: 429, and 404 that is still tried again. */
  NEUTRAL;

  private static final int TOO_MANY_REQUESTS = 429;

  /**
   * What the attempt says.
   *
   * @param rules the policy's table
   * @param result what the attempt came to
   * @param decision what was decided on it: 404 is a refusal once it ends its delivery
   */
  public static Signal of(StatusRules rules, AttemptResult result, Decision decision) {
    return switch (rules.verdict(result)) {
      case SUCCESS -> SUCCESS;
      case PERMANENT -> REFUSAL;
      case GONE -> GONE;
      case NOT_FOUND ->
          decision instanceof DeadLettered dead && dead.reason() == DeadLetterReason.PERMANENT
              ? REFUSAL
              : NEUTRAL;
      case TRANSIENT ->
          result instanceof Answered answered && answered.status() == TOO_MANY_REQUESTS
              ? NEUTRAL
              : FAILURE;
    };
  }
}
