package dev.barid.benchmarks.micro;

import dev.barid.core.attempt.AttemptResult;
import dev.barid.core.attempt.AttemptResult.Answered;
import dev.barid.core.attempt.AttemptResult.Failed;
import dev.barid.core.attempt.ErrorClass;
import dev.barid.core.policy.Decider;
import dev.barid.core.policy.Decision;
import dev.barid.core.policy.Policy;
import java.time.Instant;
import java.util.Optional;
import java.util.SplittableRandom;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Decides what becomes of a delivery after its second attempt. */
@State(Scope.Thread)
public class DecisionBenchmark {

  private Decider decider = Decider.STANDARD;
  private Policy policy = Policy.STANDARD;
  private Instant now = Samples.NOW;
  private Instant giveUpAt = now.plus(Policy.STANDARD.giveUpAfter());
  private SplittableRandom random = new SplittableRandom(1);
  private AttemptResult ok = new Answered(200);
  private AttemptResult unavailable = new Answered(503);
  private AttemptResult askedToWait =
      new Answered(429, Optional.of("120"), Optional.empty(), "slow down");
  private AttemptResult timedOut = new Failed(ErrorClass.TIMEOUT, "no answer within 15 s");

  @Benchmark
  public Decision delivered() {
    return decide(ok);
  }

  @Benchmark
  public Decision retry() {
    return decide(unavailable);
  }

  @Benchmark
  public Decision retryAfter() {
    return decide(askedToWait);
  }

  @Benchmark
  public Decision timeout() {
    return decide(timedOut);
  }

  private Decision decide(AttemptResult result) {
    return decider.decide(2, giveUpAt, result, policy, now, random);
  }
}
