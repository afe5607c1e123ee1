package dev.barid.dispatcher.worker;

import dev.barid.dispatcher.metrics.DispatcherMetrics;
import dev.barid.dispatcher.outcome.Outcome;
import dev.barid.dispatcher.outcome.Outcome.End;
import java.time.Duration;
import java.time.Instant;

/** Where every step of every delivery ends: counted, and gathered for the next transaction. */
final class Endings {

  private final DispatcherMetrics metrics;
  private final DlqWatch dlqWatch;
  private final Commits commits;

  Endings(DispatcherMetrics metrics, DlqWatch dlqWatch, Commits commits) {
    this.metrics = metrics;
    this.dlqWatch = dlqWatch;
    this.commits = commits;
  }

  /** A delivery was delivered; {@code now} is when. */
  void ended(PolledRecord polled, Outcome outcome, Instant now, long acceptedAtMs) {
    if (outcome.end() instanceof End.Delivered delivered) {
      long sinceAcceptedMs = Math.max(0, now.toEpochMilli() - acceptedAtMs);
      metrics.delivered(delivered.attempts(), Duration.ofMillis(sinceAcceptedMs));
    } else if (outcome.end() instanceof End.DeadLettered deadLettered) {
      metrics.deadLettered(deadLettered.reason());
      dlqWatch.onDeadLetter(polled.source(), deadLettered.reason(), now);
    } else if (outcome.end() instanceof End.Waits waits && waits.deferred()) {
      metrics.deferred();
    } else if (outcome.end() instanceof End.Parked) {
      metrics.parked();
    } else if (outcome.end() instanceof End.Moved) {
      metrics.rehomed();
    }
    finish(polled, outcome);
  }

  /** A delivery or an event had its outcome without a request. */
  void ended(PolledRecord polled, Outcome outcome, Instant now) {
    ended(polled, outcome, now, polled.source().timestampMs());
  }

  /** None of the subscriber's endpoints asked for the event. */
  void filtered(PolledRecord polled) {
    commits.finished(polled);
  }

  private void finish(PolledRecord polled, Outcome outcome) {
    if (polled.ended(outcome)) {
      polled.partition().partlyEnded().remove(polled);
      commits.finished(polled);
    } else {
      polled.partition().partlyEnded().add(polled);
    }
  }
}
