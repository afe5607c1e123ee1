package dev.barid.core.storm;

import dev.barid.core.attempt.AttemptResult;
import dev.barid.core.attempt.AttemptResult.Answered;
import dev.barid.core.policy.Decider;
import dev.barid.core.policy.Decision;
import dev.barid.core.policy.Policy;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.random.RandomGenerator;

/**
 * An endpoint goes down, many deliveries fail within one second, and it comes back. Simulates when
 * they arrive again, by the real decider, and by nothing but the policy's waits: no breaker, no
 * rate limit, no in-flight cap.
 *
 * @param policy the endpoint's policy
 * @param deliveries how many fail in the first second
 * @param outage how long every attempt fails
 */
record RetryStorm(Policy policy, int deliveries, Duration outage) {
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  private record Due(long atMs, int attemptsMade) {}

  /** Every attempt, the failed ones of the first second included. */
  Arrivals run(RandomGenerator random) {
    PriorityQueue<Due> line = new PriorityQueue<>(Comparator.comparingLong(Due::atMs));
    for (int i = 0; i < deliveries; i++) {
      line.add(new Due(random.nextInt(1_000), 0));
    }
    Arrivals arrivals = new Arrivals();
    for (Due due = line.poll(); due != null; due = line.poll()) {
      arrivals.add(due.atMs());
      int attempt = due.attemptsMade() + 1;
      Decision decision = decide(attempt, due.atMs(), random);
      if (decision instanceof Decision.RetryAt retry) {
        line.add(new Due(Duration.between(START, retry.dueAt()).toMillis(), attempt));
      }
    }
    return arrivals;
  }

  private Decision decide(int attempt, long atMs, RandomGenerator random) {
    AttemptResult result = new Answered(atMs < outage.toMillis() ? 503 : 200);
    Instant giveUpAt = START.plus(policy.giveUpAfter());
    return Decider.STANDARD.decide(
        attempt, giveUpAt, result, policy, START.plusMillis(atMs), random);
  }
}
