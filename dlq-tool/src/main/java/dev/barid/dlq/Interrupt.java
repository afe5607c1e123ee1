package dev.barid.dlq;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Ctrl-C, seen by whoever does the work: the process stays until the work in hand is finished, and
 * at most {@link #PATIENCE}.
 */
final class Interrupt implements AutoCloseable {

  /** Longer than a call to Kafka takes to give up. */
  static final Duration PATIENCE = Duration.ofSeconds(15);

  private final CountDownLatch requested = new CountDownLatch(1);
  private final CountDownLatch finished = new CountDownLatch(1);

  /** Asks the work to end; from any thread. */
  void request() {
    requested.countDown();
  }

  boolean isRequested() {
    return requested.getCount() == 0;
  }

  /** Waits, but not past a request to end. */
  void await(Duration time) {
    try {
      boolean ignored = requested.await(time.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      request();
    }
  }

  /** From now until it is closed, Ctrl-C and SIGTERM are requests to end. */
  static Interrupt onSignal() {
    Interrupt interrupt = new Interrupt();
    Thread hook = new Thread(interrupt::onShutdown, "interrupt");
    Runtime.getRuntime().addShutdownHook(hook);
    return interrupt;
  }

  private void onShutdown() {
    request();
    try {
      boolean ignored = finished.await(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** The work is finished, and what it has to say is written. */
  @Override
  public void close() {
    finished.countDown();
  }
}
