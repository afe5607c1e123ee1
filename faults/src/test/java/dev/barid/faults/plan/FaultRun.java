package dev.barid.faults.plan;

import dev.barid.faults.plan.Fault.AllBrokersAway;
import dev.barid.faults.plan.Fault.CutOff;
import dev.barid.faults.plan.Fault.FreezeDispatcher;
import dev.barid.faults.plan.Fault.KillBroker;
import dev.barid.faults.plan.Fault.KillDispatcher;
import dev.barid.faults.plan.Fault.KillScheduler;
import dev.barid.faults.plan.Fault.RollingRestart;
import dev.barid.faults.process.BaridProcess;
import dev.barid.faults.process.Deployment;
import dev.barid.faults.process.KafkaCluster;
import dev.barid.faults.process.Route;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.awaitility.Awaitility;

/**
 * Does what a plan says to a deployment, and keeps a record of what was really done when. A fault
 * ends when what it was done to has recovered; two faults of one target wait for each other, and so
 * do two that take brokers.
 *
 * <p>A process that ends by itself is started again only while it starts, as whoever runs it would;
 * one that ends later is a failure of the run.
 */
public final class FaultRun {

  private static final String BROKERS = "brokers";
  private static final Duration RECOVERY = Duration.ofSeconds(120);
  private static final int STARTS = 20;

  private final Deployment deployment;
  private final Map<String, ReentrantLock> locks = new ConcurrentHashMap<>();
  private final List<FaultRecord> records = new ArrayList<>();
  private final CountDownLatch stopped = new CountDownLatch(1);

  public FaultRun(Deployment deployment) {
    this.deployment = deployment;
  }

  /**
   * Does it all; returns when the last fault is over.
   *
   * @return what was done, in the order in which it began
   * @throws AssertionError if something didn't recover
   */
  public List<FaultRecord> run(FaultPlan plan) throws InterruptedException {
    ExecutorService threads = Executors.newCachedThreadPool();
    try {
      long startNanos = System.nanoTime();
      List<Future<?>> running = new ArrayList<>();
      for (FaultPlan.Timed timed : plan.faults()) {
        pause(timed.at().minusNanos(System.nanoTime() - startNanos));
        running.add(threads.submit(() -> perform(timed.fault())));
      }
      for (Future<?> fault : running) {
        fault.get();
      }
      pause(plan.length().minusNanos(System.nanoTime() - startNanos));
      return records();
    } catch (ExecutionException failed) {
      throw new AssertionError("a fault without recovery, after " + records(), failed.getCause());
    } finally {
      stopped.countDown();
      threads.shutdownNow();
      threads.awaitTermination(1, TimeUnit.MINUTES);
    }
  }

  private void pause(Duration length) throws InterruptedException {
    if (stopped.await(Math.max(0, length.toNanos()), TimeUnit.NANOSECONDS)) {
      throw new InterruptedException("the run is over");
    }
  }

  private List<FaultRecord> records() {
    synchronized (records) {
      return records.stream().sorted(Comparator.comparing(FaultRecord::startedAt)).toList();
    }
  }

  private Void perform(Fault fault) throws InterruptedException {
    if (fault instanceof KillDispatcher kill) {
      kill(fault, kill.dispatcher(), kill.away());
    } else if (fault instanceof KillScheduler kill) {
      kill(fault, kill.scheduler(), kill.away());
    } else if (fault instanceof KillBroker kill) {
      killBroker(kill);
    } else if (fault instanceof FreezeDispatcher freeze) {
      freeze(freeze);
    } else if (fault instanceof CutOff cut) {
      cutOff(cut);
    } else if (fault instanceof AllBrokersAway away) {
      takeAllBrokers(away);
    } else if (fault instanceof RollingRestart) {
      restartEverything(fault);
    }
    return null;
  }

  private void kill(Fault fault, String name, Duration away) throws InterruptedException {
    recorded(
        fault,
        name,
        name,
        () -> {
          BaridProcess process = deployment.process(name);
          process.kill();
          pause(away);
          startUntilReady(process);
        });
  }

  private void freeze(FreezeDispatcher freeze) throws InterruptedException {
    BaridProcess process = deployment.process(freeze.dispatcher());
    recorded(
        freeze,
        process.name(),
        process.name(),
        () -> {
          process.freeze();
          pause(freeze.length());
          awaitMember(process, false);
          process.thaw();
          process.awaitReady();
          awaitMember(process, true);
        });
  }

  private void cutOff(CutOff cut) throws InterruptedException {
    BaridProcess process = deployment.process(cut.process());
    Route route = deployment.route(cut.process());
    recorded(
        cut,
        process.name(),
        process.name(),
        () -> {
          route.drop();
          pause(cut.length());
          awaitMember(process, false);
          route.heal();
          process.awaitReady();
          awaitMember(process, true);
        });
  }

  private void killBroker(KillBroker kill) throws InterruptedException {
    KafkaCluster kafka = deployment.kafka();
    recorded(
        kill,
        kill.target(),
        BROKERS,
        () -> {
          kafka.kill(kill.broker());
          pause(kill.away());
          kafka.start(kill.broker());
          kafka.awaitWhole();
        });
  }

  private void takeAllBrokers(AllBrokersAway all) throws InterruptedException {
    KafkaCluster kafka = deployment.kafka();
    recorded(
        all,
        all.target(),
        BROKERS,
        () -> {
          kafka.killAll();
          pause(all.away());
          kafka.startAll();
          kafka.awaitWhole();
          for (BaridProcess process : deployment.processes()) {
            awaitRecovery(process);
          }
        });
  }

  /** One that another fault has taken meanwhile is that fault's to await. */
  private void awaitRecovery(BaridProcess process) {
    ReentrantLock lock = lock(process.name());
    if (lock.tryLock()) {
      try {
        process.awaitReady();
      } finally {
        lock.unlock();
      }
    }
  }

  private void restartEverything(Fault fault) throws InterruptedException {
    for (BaridProcess process : deployment.processes()) {
      recorded(
          fault,
          process.name(),
          process.name(),
          () -> {
            process.terminate();
            startUntilReady(process);
          });
    }
    KafkaCluster kafka = deployment.kafka();
    for (int i = 1; i <= kafka.size(); i++) {
      int broker = i;
      recorded(
          fault,
          "broker-" + broker,
          BROKERS,
          () -> {
            kafka.terminate(broker);
            kafka.start(broker);
            kafka.awaitWhole();
          });
    }
  }

  /** As whoever runs it starts it again when it says that it can't start now. */
  private static void startUntilReady(BaridProcess process) {
    for (int start = 1; ; start++) {
      process.start();
      try {
        process.awaitReady();
        return;
      } catch (AssertionError notReady) {
        if (process.isAlive() || start == STARTS) {
          throw notReady;
        }
      }
    }
  }

  private void awaitMember(BaridProcess process, boolean member) {
    Awaitility.await(process.name() + (member ? " is" : " is no") + " member of its group")
        .atMost(RECOVERY)
        .pollInterval(Duration.ofMillis(250))
        .until(() -> deployment.isMember(process.name()) == member);
  }

  private interface Doing {
    void run() throws InterruptedException;
  }

  private void recorded(Fault fault, String target, String lockName, Doing doing)
      throws InterruptedException {
    ReentrantLock lock = lock(lockName);
    lock.lockInterruptibly();
    try {
      if (lockName.equals(BROKERS)) {
        deployment.kafka().awaitWhole();
      }
      Instant startedAt = Instant.now();
      System.out.println(startedAt + " " + fault.kind() + " " + target);
      doing.run();
      FaultRecord record = new FaultRecord(fault.kind(), target, startedAt, Instant.now());
      System.out.println(record.endedAt() + " recovered: " + fault.kind() + " " + target);
      synchronized (records) {
        records.add(record);
      }
    } finally {
      lock.unlock();
    }
  }

  private ReentrantLock lock(String name) {
    return locks.computeIfAbsent(name, any -> new ReentrantLock(true));
  }
}
