package dev.barid.testkit.guarantee;

import dev.barid.core.topic.RetryTiers;
import dev.barid.testkit.Receiver;
import dev.barid.testkit.TestBroker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.junit.jupiter.api.extension.AfterTestExecutionCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Holds what a test did against the guarantees, once it has passed and before what it started is
 * stopped; waits for what is still on its way. A field of the test class, one for each test.
 */
public final class Guarantees implements AfterTestExecutionCallback {
  private static final Duration REST = Duration.ofSeconds(30);
  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(300);

  private final Supplier<TestBroker> broker;
  private final Receiver receiver;
  private final List<Guarantee> guarantees =
      new ArrayList<>(
          List.of(
              new NothingLost(),
              new OneRetryChain(),
              new AtMostOneDeadLetter(),
              new AttemptsWithinPolicy()));
  private final List<Disturbance> disturbances = new ArrayList<>();
  private boolean repeatsMatter = true;
  private RetryTiers tiers = RetryTiers.DEFAULT;
  private Windows windows = Windows.STANDARD;

  private Guarantees(Supplier<TestBroker> broker, Receiver receiver) {
    this.broker = broker;
    this.receiver = receiver;
  }

  /**
   * All of them.
   *
   * @param broker asked when the test has run
   * @param receiver the only one that the test's endpoints are at
   */
  public static Guarantees all(Supplier<TestBroker> broker, Receiver receiver) {
    return new Guarantees(broker, receiver);
  }

  /** With other delay tiers than the default ones. */
  public Guarantees over(RetryTiers other) {
    tiers = other;
    return this;
  }

  /** With other times than the default settings'. */
  public Guarantees within(Windows other) {
    windows = other;
    return this;
  }

  /** This test, or all of the class, says nothing about that one. */
  public Guarantees without(Class<? extends Guarantee> guarantee) {
    guarantees.removeIf(guarantee::isInstance);
    repeatsMatter &= guarantee != RepeatsOnlyInFlight.class;
    return this;
  }

  /** The test interrupted something, which explains some repeats. */
  public void disturbed(Disturbance disturbance) {
    disturbances.add(disturbance);
  }

  @Override
  public void afterTestExecution(ExtensionContext context) {
    if (context.getExecutionException().isEmpty()) {
      check();
    }
  }

  /**
   * Waits until nothing is on its way any more, at most half a minute, and checks. One look at
   * which all is well isn't enough: what is one too many may come a moment later.
   *
   * @throws AssertionError if one is broken; it lists by what
   */
  public void check() {
    long deadline = System.nanoTime() + REST.toNanos();
    Observation observed = look();
    List<String> violations = violations(observed);
    boolean atRest = false;
    while (!(atRest && violations.isEmpty()) && System.nanoTime() - deadline < 0) {
      LockSupport.parkNanos(LOOK_NANOS);
      Observation next = look();
      atRest = next.size() == observed.size();
      observed = next;
      violations = violations(observed);
    }
    if (observed.published().isEmpty()) {
      throw new AssertionError("no event was published: nothing could break a guarantee");
    }
    if (!violations.isEmpty()) {
      throw new AssertionError("guarantees are broken:\n  " + String.join("\n  ", violations));
    }
  }

  private Observation look() {
    return Observation.of(broker.get(), tiers, receiver);
  }

  private List<String> violations(Observation observed) {
    List<Guarantee> all = new ArrayList<>(guarantees);
    if (repeatsMatter) {
      all.add(new RepeatsOnlyInFlight(disturbances, windows));
    }
    List<String> violations = new ArrayList<>();
    for (Guarantee guarantee : all) {
      for (String violation : guarantee.violations(observed)) {
        violations.add(guarantee.getClass().getSimpleName() + ": " + violation);
      }
    }
    return violations;
  }
}
