package dev.barid.dispatcher.worker;

import dev.barid.core.attempt.AttemptResult;
import dev.barid.core.budget.Permit;
import dev.barid.core.budget.RetryBudget;
import dev.barid.core.delivery.Delivery;
import dev.barid.core.delivery.Lifetime;
import dev.barid.core.policy.DeadLetterReason;
import dev.barid.core.policy.Decider;
import dev.barid.core.policy.Decision;
import dev.barid.core.policy.Verdict;
import dev.barid.core.subscriber.Endpoint;
import dev.barid.dispatcher.metrics.DispatcherMetrics;
import dev.barid.dispatcher.metrics.DispatcherMetrics.Kind;
import dev.barid.dispatcher.metrics.DispatcherMetrics.Result;
import dev.barid.dispatcher.outcome.Outcome;
import dev.barid.dispatcher.outcome.Outcomes;
import java.time.Duration;
import java.time.Instant;
import java.util.random.RandomGenerator;

/** Starts attempts when their turn comes, and decides what becomes of a delivery when they end. */
final class Attempts implements Lanes.Starter {

  private final Time time;
  private final RandomGenerator random;
  private final Outcomes outcomes;
  private final Registry registry;
  private final Healths healths;
  private final Lanes lanes;
  private final Endings endings;
  private final RetryBudget budget;
  private final Port port;
  private final DispatcherMetrics metrics;
  private int inFlight;

  /**
   * Where requests go out and their ends come in.
   *
   * @param sender makes the requests
   * @param mailbox where their ends are posted
   * @param mostInFlight attempts in flight at once, over all endpoints
   * @param mostUnbegun those of them that the sender hasn't begun with
   */
  record Port(AttemptSender sender, Mailbox mailbox, int mostInFlight, int mostUnbegun) {}

  Attempts(Scope scope, Lanes lanes, RetryBudget budget, Endings endings, Port port) {
    this.time = scope.time();
    this.random = scope.random();
    this.outcomes = scope.outcomes();
    this.registry = scope.registry();
    this.healths = scope.healths();
    this.metrics = scope.metrics();
    this.lanes = lanes;
    this.endings = endings;
    this.budget = budget;
    this.port = port;
  }

  /** How many attempts have started and not ended. */
  int inFlight() {
    return inFlight;
  }

  /**
   * How many more may start now; none or less if none.
   *
   * <p>Without the second bound a backlog would start as much as all lanes together may have in
   * flight, answers would wait behind requests, and the process would take its own slowness for the
   * endpoints'. It says nothing about endpoints that hang: those were begun with.
   */
  int room() {
    return Math.min(port.mostInFlight() - inFlight, port.mostUnbegun() - port.sender().unbegun());
  }

  @Override
  public void start(EndpointLane lane, QueuedDelivery next) {
    Destination destination = registry.destination(lane.key());
    if (destination instanceof Destination.Refused refused) {
      withdrawn(lane, next);
      refuse(next, refused.reason(), refused.detail());
      return;
    }
    if (!(destination instanceof Destination.Open open)) {
      throw new IllegalStateException("destination \"" + destination + "\" (expected: open)");
    }
    Instant now = time.now();
    if (Lifetimes.isOver(next.delivery(), now)) {
      withdrawn(lane, next);
      refuse(next, DeadLetterReason.EXPIRED, Lifetimes.overDetail(next.delivery()));
      return;
    }
    long nowNanos = time.nanos();
    Permit permit = permit(lane, next, nowNanos);
    if (permit instanceof Permit.Later later) {
      withdrawn(lane, next);
      putOff(next, now, Duration.ofNanos(later.untilNanos() - nowNanos));
      return;
    }
    InFlight attempt = new InFlight(next, lane, open.endpoint(), nowNanos);
    inFlight++;
    next.polled().partition().attemptStarted();
    port.sender()
        .send(
            next.delivery(),
            open.endpoint(),
            now,
            result -> port.mailbox().post(new Mail.AttemptEnded(attempt, result)));
  }

  void onEnded(Mail.AttemptEnded ended) {
    InFlight attempt = ended.attempt();
    QueuedDelivery queued = attempt.queued();
    long nowNanos = time.nanos();
    long heldNanos = nowNanos - attempt.startedNanos();
    inFlight--;
    lanes.ended(attempt.lane(), heldNanos, nowNanos);
    queued.polled().partition().attemptEnded();
    if (queued.polled().isDropped() || queued.polled().isFinished()) {
      metrics.dropped();
      if (queued.polled().partition().hold() != TrackedPartition.Hold.GONE) {
        // Of the endpoint's health this worker is still the one who knows.
        healths.withdrawn(
            queued.polled().source().partition(), attempt.lane().key(), queued.probe());
      }
      return;
    }
    decide(attempt, ended.result(), Duration.ofNanos(heldNanos));
  }

  private void decide(InFlight attempt, AttemptResult result, Duration took) {
    QueuedDelivery queued = attempt.queued();
    queued.polled().closed(queued);
    Endpoint endpoint = attempt.endpoint();
    Delivery delivery = queued.delivery();
    Instant now = time.now();
    int attemptsMade = delivery.history().attempts() + 1;
    Instant giveUpAt = delivery.history().lifetime().map(Lifetime::giveUpAt).orElse(Instant.MAX);
    Decision decision =
        Decider.STANDARD.decide(attemptsMade, giveUpAt, result, endpoint.policy(), now, random);
    metrics.attempted(
        attemptsMade == 1 ? Kind.FIRST : Kind.RETRY, resultClass(endpoint, result), took);
    Outcome outcome =
        outcomes.afterAttempt(queued.polled().source(), delivery, result, decision, now, took);
    healths.after(queued.polled().source().partition(), attempt, result, decision);
    endings.ended(queued.polled(), outcome, now, delivery.event().acceptedAtMs());
  }

  /** First attempts and probes always go; retries are kept a small part of what is sent. */
  private Permit permit(EndpointLane lane, QueuedDelivery next, long nowNanos) {
    if (next.delivery().history().attempts() > 0 && next.probe().isEmpty()) {
      return budget.requestRetry(lane.share(), nowNanos);
    }
    budget.countFirst(lane.share(), nowNanos);
    return new Permit.Granted();
  }

  private void putOff(QueuedDelivery queued, Instant now, Duration slot) {
    queued.polled().closed(queued);
    Delivery delivery = queued.delivery();
    Duration wait = Deferral.untilSlot(slot, delivery.history().deferrals());
    endings.ended(
        queued.polled(),
        outcomes.deferred(queued.polled().source(), delivery, now, now.plus(wait)),
        now);
  }

  private void withdrawn(EndpointLane lane, QueuedDelivery next) {
    lanes.withdrawn(lane);
    healths.withdrawn(next.polled().source().partition(), lane.key(), next.probe());
  }

  private void refuse(QueuedDelivery queued, DeadLetterReason reason, String detail) {
    queued.polled().closed(queued);
    Instant now = time.now();
    endings.ended(
        queued.polled(),
        outcomes.deadLettered(queued.polled().source(), queued.delivery(), now, reason, detail),
        now);
  }

  private static Result resultClass(Endpoint endpoint, AttemptResult result) {
    Verdict verdict = endpoint.policy().statusRules().verdict(result);
    return switch (verdict) {
      case SUCCESS -> Result.SUCCESS;
      case TRANSIENT, NOT_FOUND -> Result.TRANSIENT;
      case PERMANENT, GONE -> Result.PERMANENT;
    };
  }
}
