package dev.barid.dispatcher;

/** Where a thread that a test has stopped stands. */
final class Gate {

  private boolean closed;
  private boolean waiting;
  private long passed;

  /** Closes it, and returns once the thread stands before it. */
  synchronized void close() throws InterruptedException {
    closed = true;
    while (!waiting) {
      wait();
    }
  }

  synchronized void open() {
    closed = false;
    notifyAll();
  }

  /** Returns at once while it is open, and once it is open. */
  synchronized void pass() {
    while (closed) {
      waiting = true;
      notifyAll();
      try {
        wait();
      } catch (InterruptedException interrupted) {
        Thread.currentThread().interrupt();
        return;
      }
    }
    waiting = false;
    passed++;
  }

  /** How often it was passed. */
  synchronized long passed() {
    return passed;
  }
}
