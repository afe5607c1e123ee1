package dev.barid.dispatcher.worker;

import dev.barid.core.budget.RetryBudget;
import dev.barid.core.delivery.SourceRecord;
import dev.barid.dispatcher.commit.Transactions;
import dev.barid.dispatcher.metrics.DispatcherMetrics;
import dev.barid.dispatcher.outcome.Outcomes;
import dev.barid.dispatcher.worker.Commits.Submission;
import dev.barid.dispatcher.worker.TrackedPartition.Hold;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.random.RandomGenerator;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The owner of some partitions, of every delivery read from them and of every endpoint's state in
 * them. Nothing in it is shared, so nothing in it locks: it belongs to one thread, which calls
 * {@link #turn} again and again. Other threads reach it through the {@link Mailbox} alone.
 *
 * <p>A turn:
 *
 * <pre>
 *   drain the mailbox     ends of attempts → decisions → outcomes; registry changes; ends of commits
 *   poll                  records → {@link Intake} → lanes; partitions come and go in here
 *   start                 {@link Lanes} take turns → {@link Attempts} → HTTP
 *   commit                {@link Commits}: finished records' outcomes and offsets, one transaction
 * </pre>
 *
 * <p>A partition's life here:
 *
 * <pre>
 *   assigned → OWNED → revoked → DRAINING (nothing starts; in flight may end) → commit → GONE
 *                 └──── lost ───────────────────────────────────────────────────────────► GONE
 * </pre>
 *
 * What comes back for a partition that is GONE is dropped: its records are another worker's now.
 */
public final class Worker implements EventSource.Listener {

  private static final Logger LOG = LoggerFactory.getLogger(Worker.class);

  private static final Duration IDLE_POLL = Duration.ofMillis(20);
  private static final long BUSY_WAIT_NANOS = 500_000;
  private static final Duration FLUSH_TIMEOUT = Duration.ofSeconds(5);

  /** Under the consumer's poll interval, 5 min; longer than brokers are mostly away. */
  private static final Duration ASK_TIMEOUT = Duration.ofMinutes(2);

  private static final long ASK_PAUSE_NANOS = 100_000_000;
  private static final Duration SWEEP_INTERVAL = Duration.ofSeconds(10);

  /**
   * What the worker is connected to.
   *
   * @param source where records come from
   * @param sender makes HTTP requests
   * @param transactions where outcomes go
   * @param health what earlier owners knew of endpoints' health
   * @param catchUp asks for a fresh look at the registry
   * @param mailbox the door
   */
  public record Ports(
      EventSource source,
      AttemptSender sender,
      Transactions transactions,
      HealthSource health,
      RegistryCatchUp catchUp,
      Mailbox mailbox) {}

  private final WorkerOptions options;
  private final Time time;
  private final EventSource source;
  private final Mailbox mailbox;
  private final Registry registry;
  private final HealthSource healthSource;
  private final Healths healths;
  private final DlqWatch dlqWatch;
  private final Withdrawals withdrawals;
  private final RegistryChanges registryChanges;
  private final Lanes lanes;
  private final Held held;
  private final Polls polls;
  private final Assignment assignment;
  private final Commits commits;
  private final Intake intake;
  private final Attempts attempts;
  private long sweepAtNanos;
  private long commitAtNanos;

  /**
   * @param partitionCount how many partitions {@code events} has
   */
  public Worker(
      WorkerOptions options,
      Ports ports,
      Time time,
      RandomGenerator random,
      Outcomes outcomes,
      DispatcherMetrics metrics,
      int partitionCount) {
    this.options = options;
    this.time = time;
    this.source = ports.source();
    this.mailbox = ports.mailbox();
    this.registry = new Registry(ports.catchUp());
    RetryBudget budget = new RetryBudget(options.retryBudget(), time.nanos());
    this.lanes = new Lanes(options.laneQueue(), budget);
    this.held = new Held(options.mostHeldBytes());
    this.polls = new Polls(source, time);
    this.assignment = new Assignment(source);
    this.healthSource = ports.health();
    UnsavedHealth unsaved = new UnsavedHealth(outcomes.topics(), time);
    Notices notices = new Notices(outcomes.topics(), registry, unsaved);
    this.healths = new Healths(time, registry, metrics, unsaved, notices);
    this.dlqWatch = new DlqWatch(registry, notices);
    this.commits = new Commits(source::group, ports.transactions(), metrics, held, unsaved);
    Scope scope = new Scope(time, random, outcomes, registry, healths, metrics);
    Endings endings = new Endings(metrics, dlqWatch, commits);
    this.withdrawals = new Withdrawals(time, outcomes, lanes, endings);
    healths.onHold(withdrawals::park);
    this.registryChanges = new RegistryChanges(scope, lanes, partitionCount);
    this.intake = new Intake(scope, lanes, endings, partitionCount);
    this.attempts =
        new Attempts(
            scope,
            lanes,
            budget,
            endings,
            new Attempts.Port(
                ports.sender(), mailbox, options.mostInFlight(), options.mostUnbegun()));
    this.sweepAtNanos = time.nanos();
    this.commitAtNanos = sweepAtNanos;
  }

  /** Reads mail until the registry is known to its end; only then may the worker join. */
  public boolean awaitRegistry(Duration atMost) {
    mailbox.await(atMost.toNanos(), this::onMail);
    return registry.isComplete();
  }

  /** Joins the group. */
  public void join() {
    source.subscribe(this);
  }

  /** One turn of the duty cycle. */
  public void turn() {
    mailbox.drain(this::onMail);
    polls.maybePoll(mayTakeIn(), isIdle() ? idlePoll() : Duration.ZERO).forEach(this::take);
    if (isCommitDue()) {
      // Only a commit needs it, and it asks for each partition.
      assignment.advance();
    }
    startAttempts();
    maybeCommit();
    if (!isIdle() || !mayTakeIn()) {
      // Where there is nothing to do, the next poll waits; but there may be none for a while.
      mailbox.gather(BUSY_WAIT_NANOS, this::onMail);
    }
    maybeSweep();
  }

  /** Whether it delivers: it has joined, and its outcomes are being written. */
  public boolean isWell() {
    return source.isJoined() && !commits.isFailing();
  }

  /** How many partitions of all topics are assigned. */
  public int partitions() {
    return assignment.all().size();
  }

  /** About what is held in memory, in bytes: every record until its outcomes are committed. */
  long heldBytes() {
    return held.bytes();
  }

  /** Attempts that have started and not ended, those of partitions that are gone included. */
  int attemptsInFlight() {
    return attempts.inFlight();
  }

  /**
   * Ends: starts nothing more, lets what is in flight end, commits, leaves the group. What is cut
   * off by the time-out was no attempt: nothing is written of it, and its record comes again.
   */
  public void end(Duration atMost) {
    try {
      drainAndCommit(List.copyOf(assignment.all()), atMost);
    } finally {
      onLost(assignment.all().stream().map(TrackedPartition::topicPartition).toList());
      mailbox.close();
      source.close();
      healthSource.close();
    }
  }

  @Override
  public void onAssigned(Collection<TopicPartition> partitions) {
    List<Integer> newNumbers =
        partitions.stream()
            .map(TopicPartition::partition)
            .distinct()
            .filter(assignment::isWithout)
            .toList();
    untilAnswered(() -> assignment.add(partitions));
    // After the committed offsets: they wait for a predecessor's transaction, which may hold
    // health.
    for (int number : newNumbers) {
      untilAnswered(() -> healths.load(number, healthSource.read(number)));
    }
    polls.assigned();
    LOG.info("Partitions came: {}", partitions);
  }

  @Override
  public void onRevoked(Collection<TopicPartition> partitions) {
    drainAndCommit(assignment.find(partitions), options.drainTimeout());
    disown(partitions);
    LOG.info("Partitions went: {}", partitions);
  }

  @Override
  public void onLost(Collection<TopicPartition> partitions) {
    if (!partitions.isEmpty()) {
      disown(partitions);
      LOG.info("Partitions are gone: {}", partitions);
    }
  }

  /** Asks again while brokers are away: to give up would repeat what waits to be committed. */
  private void untilAnswered(Runnable ask) {
    long until = time.nanos() + ASK_TIMEOUT.toNanos();
    while (true) {
      try {
        ask.run();
        return;
      } catch (TimeoutException unanswered) {
        if (time.nanos() - until > 0) {
          throw unanswered;
        }
        goOn(ASK_PAUSE_NANOS);
      }
    }
  }

  /** The duty cycle without a poll. */
  private void goOn(long waitNanos) {
    mailbox.await(waitNanos, this::onMail);
    startAttempts();
    maybeCommit();
  }

  private void disown(Collection<TopicPartition> partitions) {
    List<TrackedPartition> removed = assignment.remove(partitions);
    // All of them before any lane is forgotten: both topics' partitions of a number share lanes.
    takeOut(removed);
    for (TrackedPartition gone : removed) {
      held.forget(gone);
      if (assignment.isWithout(gone.topicPartition().partition())) {
        lanes.forget(gone.topicPartition().partition());
        healths.forget(gone.topicPartition().partition());
      }
    }
  }

  /** Nothing that waits of these partitions starts any more; a probe among it is not out. */
  private void takeOut(List<TrackedPartition> partitions) {
    lanes.takeOut(
        waiting -> partitions.contains(waiting.polled().partition()),
        (key, taken) -> healths.withdrawn(taken.polled().source().partition(), key, taken.probe()));
  }

  /** Goes on with the duty cycle for the partitions that stay, without polling. */
  private void drainAndCommit(List<TrackedPartition> leaving, Duration atMost) {
    if (leaving.isEmpty()) {
      return;
    }
    leaving.forEach(partition -> partition.hold(Hold.DRAINING));
    takeOut(leaving);
    long until = time.nanos() + atMost.toNanos();
    while (leaving.stream().anyMatch(partition -> partition.inFlight() > 0)
        && time.nanos() - until < 0) {
      goOn(BUSY_WAIT_NANOS);
    }
    withdrawals.splitOff(leaving);
    flush(leaving);
  }

  /** Commits what the leaving partitions have finished, as long as that is worth trying. */
  private void flush(List<TrackedPartition> leaving) {
    long until = time.nanos() + FLUSH_TIMEOUT.toNanos();
    while (time.nanos() - until < 0) {
      if (commits.submit(leaving, time.nanos()) == Submission.NOTHING) {
        return;
      }
      mailbox.await(BUSY_WAIT_NANOS, this::onMail);
    }
    LOG.warn("Partitions left before their last outcomes were committed; they will repeat");
  }

  private void take(SourceRecord record) {
    assignment
        .find(new TopicPartition(record.topic(), record.partition()))
        .ifPresent(partition -> take(partition, record));
  }

  private void take(TrackedPartition partition, SourceRecord record) {
    if (record.offset() < partition.tracker().position()) {
      rebase(partition, record.offset());
    }
    if (partition.tracker().started(record.offset())) {
      PolledRecord polled = new PolledRecord(partition, record);
      held.take(polled);
      intake.take(polled);
    }
  }

  /** The offsets begin anew, as after a topic was deleted and made again. */
  private void rebase(TrackedPartition partition, long offset) {
    LOG.warn(
        "{} went back from {} to {}; what was read before is dropped",
        partition.topicPartition(),
        partition.tracker().position(),
        offset);
    takeOut(List.of(partition));
    partition.finished().clear();
    partition.partlyEnded().clear();
    held.forget(partition);
    partition.tracker().rebase(partition.tracker().epoch() + 1, offset);
  }

  private void maybeCommit() {
    if (isCommitDue()) {
      long now = time.nanos();
      commits.submit(assignment.all(), now);
      commitAtNanos = now + options.commitInterval().toNanos();
    }
  }

  private boolean isCommitDue() {
    long now = time.nanos();
    return now - commitAtNanos >= 0 && commits.mayStart(now);
  }

  private void startAttempts() {
    long now = time.nanos();
    if (source.isCertain()) {
      lanes.start(now, attempts.room(), attempts);
    }
  }

  /**
   * Lanes that stand in line wait for this process alone: what would come on top is held back at
   * its source. Deferred, it would come back through the topics to the same line.
   */
  private boolean mayTakeIn() {
    return !held.isFull() && !commits.isFailing() && !lanes.hasLine();
  }

  private boolean isIdle() {
    return attempts.inFlight() == 0 && !lanes.hasLine() && !commits.isOpen();
  }

  private Duration idlePoll() {
    return Duration.ofNanos(lanes.nanosToNextStart(time.nanos(), IDLE_POLL.toNanos()));
  }

  private void maybeSweep() {
    long now = time.nanos();
    if (now - sweepAtNanos > SWEEP_INTERVAL.toNanos()) {
      sweepAtNanos = now;
      lanes.forgetRested(now);
      dlqWatch.forgetRested(time.now());
    }
  }

  private void onMail(Mail mail) {
    if (mail instanceof Mail.AttemptEnded ended) {
      attempts.onEnded(ended);
    } else if (mail instanceof Mail.BatchEnded ended) {
      commits.onEnded(ended.result(), time.nanos());
    } else if (mail instanceof Mail.RegistryChanged changed) {
      registryChanges.apply(changed);
    } else if (mail instanceof Mail.RegistryCaughtUp caughtUp) {
      registry.onCaughtUp(caughtUp);
    }
  }
}
