package dev.barid.core.storm;

import dev.barid.core.attempt.AttemptResult.Answered;
import dev.barid.core.budget.BudgetLimits;
import dev.barid.core.budget.Permit;
import dev.barid.core.budget.RetryBudget;
import dev.barid.core.budget.RetryBudget.Share;
import dev.barid.core.policy.Decider;
import dev.barid.core.policy.Decision;
import dev.barid.core.policy.Policy;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.random.RandomGenerator;

/**
 * Many endpoints of one worker that go down and up again, each in its own time, while events keep
 * coming for all of them. Retries ask the budget; those that have to wait ask again when told.
 *
 * @param endpoints how many
 * @param eventsPerSecond for all of them together
 * @param policy of each
 * @param upFor how long one is up, on average
 * @param downFor how long one is down, on average
 */
record FlappingEndpoints(
    int endpoints, int eventsPerSecond, Policy policy, Duration upFor, Duration downFor) {
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  /**
   * What went out.
   *
   * @param firsts first attempts in each second
   * @param retries retries in each second
   */
  record Traffic(Arrivals firsts, Arrivals retries) {
    /** Retries among the attempts of those seconds. */
    double retryShare(int fromSecond, int toSecond) {
      double retried = retries.total(fromSecond, toSecond);
      return retried / (retried + firsts.total(fromSecond, toSecond));
    }

    /** The largest share of any ten seconds in a row. */
    double largestRetryShare(int fromSecond, int toSecond) {
      double largest = 0;
      for (int second = fromSecond; second + 10 <= toSecond; second++) {
        largest = Math.max(largest, retryShare(second, second + 10));
      }
      return largest;
    }
  }

  private record Due(long atMs, int endpoint, int attemptsMade) {}

  private static final class Endpoint {
    private final Share share;
    private boolean up;
    private long changesAtMs;

    Endpoint(Share share, boolean up) {
      this.share = share;
      this.up = up;
    }
  }

  Traffic run(BudgetLimits limits, Duration time, RandomGenerator random) {
    RetryBudget budget = new RetryBudget(limits, 0);
    Endpoint[] all = new Endpoint[endpoints];
    for (int i = 0; i < endpoints; i++) {
      all[i] = new Endpoint(budget.newShare(0), random.nextBoolean());
    }
    PriorityQueue<Due> line = new PriorityQueue<>(Comparator.comparingLong(Due::atMs));
    for (long event = 0; event < eventsPerSecond * time.toSeconds(); event++) {
      long atMs = (event * 1_000 + random.nextInt(1_000)) / eventsPerSecond;
      line.add(new Due(atMs, random.nextInt(endpoints), 0));
    }
    Traffic traffic = new Traffic(new Arrivals(), new Arrivals());
    for (Due due = line.poll(); due != null && due.atMs() < time.toMillis(); due = line.poll()) {
      Endpoint endpoint = all[due.endpoint()];
      if (due.attemptsMade() > 0) {
        Permit permit = budget.requestRetry(endpoint.share, due.atMs() * 1_000_000);
        if (permit instanceof Permit.Later later) {
          long laterMs = Math.max(due.atMs() + 1, later.untilNanos() / 1_000_000);
          line.add(new Due(laterMs, due.endpoint(), due.attemptsMade()));
          continue;
        }
        traffic.retries.add(due.atMs());
      } else {
        budget.countFirst(endpoint.share, due.atMs() * 1_000_000);
        traffic.firsts.add(due.atMs());
      }
      attempt(due, endpoint, line, random);
    }
    return traffic;
  }

  private void attempt(
      Due due, Endpoint endpoint, PriorityQueue<Due> line, RandomGenerator random) {
    while (endpoint.changesAtMs <= due.atMs()) {
      endpoint.up = !endpoint.up;
      double average = (endpoint.up ? upFor : downFor).toMillis();
      endpoint.changesAtMs += (long) (-Math.log(1 - random.nextDouble()) * average) + 1;
    }
    int attempt = due.attemptsMade() + 1;
    Answered result = new Answered(endpoint.up ? 200 : 503);
    Instant giveUpAt = START.plus(policy.giveUpAfter());
    Instant now = START.plusMillis(due.atMs());
    Decision decision = Decider.STANDARD.decide(attempt, giveUpAt, result, policy, now, random);
    if (decision instanceof Decision.RetryAt retry) {
      long dueMs = Duration.between(START, retry.dueAt()).toMillis();
      line.add(new Due(dueMs, due.endpoint(), attempt));
    }
  }
}
