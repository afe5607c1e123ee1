package dev.barid.dispatcher;

import dev.barid.dispatcher.commit.Batch;
import dev.barid.dispatcher.commit.Committer;
import dev.barid.dispatcher.commit.Transactions;
import dev.barid.dispatcher.worker.Mail;
import dev.barid.dispatcher.worker.Mailbox;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * Writes one worker's transactions, so that the worker never waits for one: it finishes a
 * transaction while outcomes gather for the next.
 */
final class CommitterThread extends Thread implements Transactions {

  private static final long POLL_MS = 100;

  private final Committer committer;
  private final Mailbox mailbox;
  private final BlockingQueue<Batch> batches = new ArrayBlockingQueue<>(1);
  private volatile boolean ending;

  /**
   * @param committer connected already; closed by this thread
   * @param mailbox where results go
   */
  CommitterThread(String name, Committer committer, Mailbox mailbox) {
    super(name);
    this.committer = committer;
    this.mailbox = mailbox;
  }

  @Override
  public void submit(Batch batch) {
    if (!batches.offer(batch)) {
      throw new IllegalStateException("a transaction is under way (expected: one at a time)");
    }
  }

  @Override
  public void run() {
    try (committer) {
      while (!ending) {
        Batch batch = batches.poll(POLL_MS, TimeUnit.MILLISECONDS);
        if (batch != null) {
          mailbox.put(new Mail.BatchEnded(committer.write(batch)));
        }
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Ends the thread after the transaction under way. */
  void end() {
    ending = true;
  }
}
