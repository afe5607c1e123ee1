package dev.barid.scheduler;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.apache.kafka.common.errors.FencedInstanceIdException;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What follows when a stream thread dies. Another takes its place, after a wait that doubles while
 * threads keep dying: held deliveries are worth any number of tries. The scheduler stops when that
 * can't help: another process runs under the same instance id, or the JVM is unwell.
 *
 * <p>Called on the thread that dies. Closing ends every wait.
 */
final class ThreadRecovery implements StreamsUncaughtExceptionHandler, AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(ThreadRecovery.class);

  static final Duration FIRST_WAIT = Duration.ofMillis(200);
  static final Duration LONGEST_WAIT = Duration.ofSeconds(10);

  /** After so long without a death the wait is the first one again. */
  private static final Duration CALM = Duration.ofMinutes(1);

  private final LongSupplier nanoClock;
  private final CountDownLatch closed = new CountDownLatch(1);
  private Duration nextWait = FIRST_WAIT;
  private long lastDeathNanos;

  /**
   * @param nanoClock a monotonic clock in nanoseconds
   */
  ThreadRecovery(LongSupplier nanoClock) {
    this.nanoClock = nanoClock;
    this.lastDeathNanos = nanoClock.getAsLong();
  }

  @Override
  public StreamThreadExceptionResponse handle(Throwable death) {
    if (death instanceof Error) {
      log.error("the scheduler stops: its JVM is unwell", death);
      return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
    }
    if (causedByFencing(death)) {
      log.error(
          "the scheduler stops: another process runs under its instance id"
              + " (expected: an instance.id of its own for each process)",
          death);
      return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
    }
    Duration wait = waitAfterDeath();
    Optional<String> noRoom = noRoomLeft(death);
    if (noRoom.isPresent()) {
      log.error(
          "the scheduler's data directory has no room left, and it goes on by itself once there is"
              + " (next try in {} ms): {}",
          wait.toMillis(),
          noRoom.get());
    } else {
      log.warn("a scheduler thread died and is replaced in {} ms", wait.toMillis(), death);
    }
    awaitClosed(wait);
    return StreamThreadExceptionResponse.REPLACE_THREAD;
  }

  /** The wait before the thread that died now is replaced. */
  synchronized Duration waitAfterDeath() {
    long nowNanos = nanoClock.getAsLong();
    if (nowNanos - lastDeathNanos > CALM.toNanos()) {
      nextWait = FIRST_WAIT;
    }
    lastDeathNanos = nowNanos;
    Duration wait = nextWait;
    Duration doubled = wait.multipliedBy(2);
    nextWait = doubled.compareTo(LONGEST_WAIT) > 0 ? LONGEST_WAIT : doubled;
    return wait;
  }

  private void awaitClosed(Duration atMost) {
    try {
      if (closed.await(atMost.toMillis(), TimeUnit.MILLISECONDS)) {
        log.debug("no wait: the scheduler is closing");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** What the system said, if it had no room for what was to be written. */
  static Optional<String> noRoomLeft(Throwable death) {
    for (Throwable cause = death; cause != null; cause = cause.getCause()) {
      String said = cause.getMessage();
      // RocksDB and Java's files both pass on the system's own words, in English.
      if (said != null
          && (cause instanceof RocksDBException || cause instanceof IOException)
          && (said.contains("No space left on device") || said.contains("Disk quota exceeded"))) {
        return Optional.of(said);
      }
    }
    return Optional.empty();
  }

  private static boolean causedByFencing(@Nullable Throwable death) {
    for (Throwable cause = death; cause != null; cause = cause.getCause()) {
      if (cause instanceof FencedInstanceIdException) {
        return true;
      }
    }
    return false;
  }

  @Override
  public void close() {
    closed.countDown();
  }
}
