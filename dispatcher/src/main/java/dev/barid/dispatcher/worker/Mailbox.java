package dev.barid.dispatcher.worker;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/**
 * The one door through which other threads reach the owner thread. Bounded: attempts in flight have
 * room reserved, so their ends never wait; everybody else waits for room.
 */
public final class Mailbox {

  /** Room for what isn't the end of an attempt. */
  static final int OTHERS = 1_024;

  private static final long CLOSED_CHECK_MS = 100;

  private final BlockingQueue<Mail> queue;
  private final LongConsumer pause;
  private final Semaphore roomForOthers = new Semaphore(OTHERS);
  private volatile boolean closed;

  /**
   * @param attempts the most attempts that are ever in flight at once
   */
  public Mailbox(int attempts) {
    this(new ArrayBlockingQueue<>(attempts + OTHERS), LockSupport::parkNanos);
  }

  /**
   * A mailbox over a queue with room for every attempt in flight and {@link #OTHERS} more.
   *
   * @param pause lets so many nanoseconds pass
   */
  Mailbox(BlockingQueue<Mail> queue, LongConsumer pause) {
    this.queue = queue;
    this.pause = pause;
  }

  /** Tells of an attempt's end; never blocks. Any thread. */
  void post(Mail.AttemptEnded ended) {
    if (!queue.offer(ended) && !closed) {
      throw new IllegalStateException("mailbox is full (expected: room for every attempt)");
    }
  }

  /**
   * Tells something else; waits while there is no room, and forgets it if the owner has gone. Any
   * thread but the owner's.
   */
  public void put(Mail mail) throws InterruptedException {
    while (!closed) {
      if (roomForOthers.tryAcquire(CLOSED_CHECK_MS, TimeUnit.MILLISECONDS)) {
        queue.add(mail);
        return;
      }
    }
  }

  /** The owner is gone: nobody reads any more, and nobody waits. */
  void close() {
    closed = true;
  }

  /**
   * Hands over all that is there, each mail once, even should one of them be met by an exception.
   * Owner thread only.
   */
  void drain(Consumer<Mail> onMail) {
    for (int count = queue.size(); count > 0; count--) {
      Mail mail = queue.poll();
      if (mail != null) {
        handOver(mail, onMail);
      }
    }
  }

  /** Waits for mail, at most so long, and hands over all that is there. Owner thread only. */
  void await(long nanos, Consumer<Mail> onMail) {
    try {
      Mail first = queue.poll(nanos, TimeUnit.NANOSECONDS);
      if (first != null) {
        handOver(first, onMail);
        drain(onMail);
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Lets mail gather for so long, and hands over all that is there: to be woken for each end of an
   * attempt would cost more than the end. Owner thread only.
   */
  void gather(long nanos, Consumer<Mail> onMail) {
    pause.accept(nanos);
    drain(onMail);
  }

  private void handOver(Mail mail, Consumer<Mail> onMail) {
    if (!(mail instanceof Mail.AttemptEnded)) {
      roomForOthers.release();
    }
    onMail.accept(mail);
  }
}
