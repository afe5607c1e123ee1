package dev.barid.dispatcher;

import dev.barid.core.subscriber.Subscriber;
import dev.barid.dispatcher.commit.Committer;
import dev.barid.dispatcher.registry.RegistryListener;
import dev.barid.dispatcher.registry.RegistryThread;
import dev.barid.dispatcher.worker.Mail;
import dev.barid.dispatcher.worker.Mailbox;
import dev.barid.dispatcher.worker.Worker;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.KafkaException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The thread that owns a worker. Should the worker fail by something that nobody foresaw, its
 * successor begins from the last commit, so nothing is lost and the process goes on.
 */
final class WorkerThread extends Thread {

  private static final Logger LOG = LoggerFactory.getLogger(WorkerThread.class);

  private static final Duration REGISTRY_WAIT = Duration.ofMillis(100);
  private static final long PAUSE_AFTER_TROUBLE_MS = 1_000;
  private static final long COMMITTER_END_MS = 3_000;

  /** Makes what a worker slot needs; a new one for each successor. */
  interface Slot {

    Mailbox newMailbox();

    Committer newCommitter();

    Worker newWorker(Mailbox mailbox, CommitterThread committer, RegistryListener listener);
  }

  private final Slot slot;
  private final RegistryThread registry;
  private final Duration shutdownTimeout;
  private final CountDownLatch ending = new CountDownLatch(1);
  private volatile boolean well;
  private volatile int partitions;

  WorkerThread(String name, Slot slot, RegistryThread registry, Duration shutdownTimeout) {
    super(name);
    this.slot = slot;
    this.registry = registry;
    this.shutdownTimeout = shutdownTimeout;
  }

  /** Whether the worker has joined its group and its outcomes are being written. Any thread. */
  boolean isWell() {
    return well;
  }

  /** How many partitions of all topics the worker owns. Any thread. */
  int partitions() {
    return partitions;
  }

  /** Asks the worker to end: drain, commit, leave. Any thread. */
  void end() {
    ending.countDown();
  }

  @Override
  public void run() {
    while (!isEnding()) {
      try {
        connectAndWork();
      } catch (KafkaException trouble) {
        LOG.warn("{} can't work now, trying again: {}", getName(), trouble.toString());
      } catch (RuntimeException unforeseen) {
        // The last resort: whatever it was, the successor begins from what was committed.
        LOG.error("{} failed and begins anew from its last commit", getName(), unforeseen);
      }
      well = false;
      partitions = 0;
      pause();
    }
  }

  private void connectAndWork() {
    Committer committer = slot.newCommitter();
    // First of all: a predecessor's open transaction holds back the offsets that are read next.
    committer.connect();
    Mailbox mailbox = slot.newMailbox();
    CommitterThread committerThread =
        new CommitterThread(getName() + "-commit", committer, mailbox);
    committerThread.start();
    try {
      work(mailbox, committerThread);
    } finally {
      committerThread.end();
      joinQuietly(committerThread);
    }
  }

  private void work(Mailbox mailbox, CommitterThread committerThread) {
    RegistryListener listener = listener(mailbox);
    Worker worker = slot.newWorker(mailbox, committerThread, listener);
    registry.attach(listener);
    try {
      work(worker);
    } finally {
      well = false;
      registry.detach(listener);
      worker.end(isEnding() ? shutdownTimeout : Duration.ZERO);
    }
  }

  private void work(Worker worker) {
    while (!isEnding() && !worker.awaitRegistry(REGISTRY_WAIT)) {
      // The registry is still being read; nothing may be consumed before.
    }
    worker.join();
    while (!isEnding()) {
      worker.turn();
      well = worker.isWell();
      partitions = worker.partitions();
    }
  }

  private boolean isEnding() {
    return ending.getCount() == 0;
  }

  private void pause() {
    try {
      ending.await(PAUSE_AFTER_TROUBLE_MS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException interrupted) {
      ending.countDown();
    }
  }

  private static void joinQuietly(Thread other) {
    try {
      other.join(COMMITTER_END_MS);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private static RegistryListener listener(Mailbox mailbox) {
    return new RegistryListener() {
      @Override
      public void changed(String subscriber, Optional<Subscriber> entry)
          throws InterruptedException {
        mailbox.put(new Mail.RegistryChanged(subscriber, entry));
      }

      @Override
      public void caughtUp(long token) throws InterruptedException {
        mailbox.put(new Mail.RegistryCaughtUp(token));
      }
    };
  }
}
