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
   * Waits until nothing is on its way any more, at most half a minute, and checks. What is one too
   * many may come a moment later, so what counts is a look during which, and for a while before
   * which, nothing moved: then no transaction is open, and all that the roles read they have
   * finished with.
   *
   * @throws AssertionError if one is broken, or nothing comes to rest; it lists by what
   */
  public void check() {
    long deadline = System.nanoTime() + REST.toNanos();
    List<String> violations;
    Marks marks = marks();
    boolean atRest;
    do {
      Marks before = awaitRest(marks, deadline);
      Observation observed = look();
      violations = violations(observed);
      if (observed.published().isEmpty()) {
        violations.add("no event was published: nothing could break a guarantee");
      }
      marks = marks();
      atRest = marks.atRest() && marks.equals(before);
    } while (!(atRest && violations.isEmpty()) && System.nanoTime() - deadline < 0);
    if (!violations.isEmpty()) {
      throw new AssertionError("guarantees are broken:\n  " + String.join("\n  ", violations));
    }
    if (!atRest) {
      throw new AssertionError(
          "after "
              + REST
              + " something still moves:\n  "
              + String.join("\n  ", marks.unfinished()));
    }
  }

  /** Returns once nothing has moved for a while, or when time is up. */
  private Marks awaitRest(Marks first, long deadline) {
    Marks last = first;
    while (System.nanoTime() - deadline < 0) {
      LockSupport.parkNanos(LOOK_NANOS);
      Marks next = marks();
      if (next.atRest() && next.equals(last)) {
        return next;
      }
      last = next;
    }
    return last;
  }

  private Marks marks() {
    return Marks.of(broker.get(), tiers, receiver);
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
