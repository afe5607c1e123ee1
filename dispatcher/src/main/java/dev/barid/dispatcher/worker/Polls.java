package dev.barid.dispatcher.worker;

import dev.barid.core.delivery.SourceRecord;
import java.time.Duration;
import java.util.List;

/**
 * When the worker polls, and when records may come. A poll, and more so pausing and resuming, cost
 * the consumer a conversation with its own network thread; so a busy worker polls about once a
 * millisecond, not once a turn, and intake that is closed for a moment only is closed by not
 * polling. Owner thread only.
 */
final class Polls {

  private static final long BUSY_NANOS = 1_000_000;

  /** How long intake is closed before partitions are paused; then polls only serve the group. */
  private static final long CLOSED_NANOS = 50_000_000;

  /** So many at once, and there are probably more. */
  private static final int MANY = 100;

  private final EventSource source;
  private final Time time;
  private boolean paused;
  private boolean probablyMore;
  private long polledAtNanos;

  Polls(EventSource source, Time time) {
    this.source = source;
    this.time = time;
    this.polledAtNanos = time.nanos() - CLOSED_NANOS;
  }

  /**
   * Polls if it is time to.
   *
   * @param open whether records may come
   * @param wait how long to wait for them; zero unless there is nothing else to do
   */
  List<SourceRecord> maybePoll(boolean open, Duration wait) {
    long sinceNanos = time.nanos() - polledAtNanos;
    boolean due =
        open
            ? !wait.isZero() || probablyMore || sinceNanos >= BUSY_NANOS
            : sinceNanos >= CLOSED_NANOS;
    if (!due) {
      return List.of();
    }
    if (paused == open) {
      paused = !open;
      source.intake(open);
    }
    List<SourceRecord> records = source.poll(wait);
    polledAtNanos = time.nanos();
    probablyMore = records.size() >= MANY;
    return records;
  }

  /** Partitions came: they are paused if the others are. */
  void assigned() {
    source.intake(!paused);
  }
}
