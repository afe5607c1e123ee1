package dev.barid.benchmarks.open;

import dev.barid.benchmarks.measure.Usage;
import dev.barid.benchmarks.stage.Broker;
import dev.barid.benchmarks.stage.Child;
import dev.barid.benchmarks.stage.Roles;
import dev.barid.core.topic.Topics;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * One run of Barid under an open-loop load: fresh topics, fresh processes, a warm-up, a window.
 *
 * @param crowd who is sent events
 * @param perSecond events a second
 * @param bytes the size of each one's body
 * @param warmUp how long events are sent before those that count
 * @param window how long those that count are sent
 */
record Trial(Crowd crowd, int perSecond, int bytes, Duration warmUp, Duration window) {

  private static final Duration ARRIVED_WITHIN = Duration.ofSeconds(15);
  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
  private static final int LAG_EVERY_SECONDS = 5;

  /**
   * What came of it.
   *
   * @param expected the healthy subscribers' events of the window
   * @param figures what the receiver saw of them
   * @param rssAtStartMib the dispatcher's memory when the window began
   * @param rssAtEndMib the dispatcher's memory when it ended
   * @param cpuMicros the dispatcher's processor time for each event sent in the window
   * @param longestLag of the committed offsets, as the time that its records took to be sent
   * @param passedPerSecond events that the committed offsets passed in the window, a second of it
   */
  record Result(
      long expected,
      Figures figures,
      long rssAtStartMib,
      long rssAtEndMib,
      double cpuMicros,
      Duration longestLag,
      int passedPerSecond) {

    double share() {
      return figures.events() / (double) expected;
    }
  }

  /** Runs it. */
  Result run(Path directory, Broker broker, Receiver receiver, Topics topics) {
    broker.create(topics);
    broker.put(topics, crowd.entries(receiver, perSecond));
    try (Roles roles = Roles.start(directory, broker, topics)) {
      return measure(broker, receiver, topics, roles.dispatcher());
    } finally {
      broker.delete(topics);
    }
  }

  private Result measure(Broker broker, Receiver receiver, Topics topics, Child dispatcher) {
    OpenLoad load = new OpenLoad(perSecond, bytes, crowd::subscriberOf);
    long first = warmUp.toMillis() * perSecond / 1_000;
    long last = first + window.toMillis() * perSecond / 1_000;
    long expected = crowd.counted(first, last);
    long start = OpenLoad.nowMicros();
    receiver.window(load.dueMicros(start, first), load.dueMicros(start, last));
    Watch watch = new Watch(broker, topics, dispatcher);
    load.send(broker, topics, start, warmUp.plus(window), watch::passed);
    Usages end = Usages.of(dispatcher);
    Duration measured = Duration.ofNanos(System.nanoTime() - watch.begunNanos);
    long passed = (last - first) - (broker.lag(topics) - watch.lagAtBegin);
    awaitArrivals(receiver, expected);
    Usages begin = watch.begin;
    return new Result(
        expected,
        receiver.figures(),
        begin.rssMib(),
        end.rssMib(),
        end.cpu().minus(begin.cpu()).toNanos() / 1e3 / (last - first),
        Duration.ofMillis(watch.mostLag * 1_000 / perSecond),
        (int) (passed * 1_000 / measured.toMillis()));
  }

  private static void awaitArrivals(Receiver receiver, long expected) {
    long until = System.nanoTime() + ARRIVED_WITHIN.toNanos();
    while (receiver.figures().events() < expected && System.nanoTime() - until < 0) {
      LockSupport.parkNanos(LOOK_NANOS);
    }
  }

  private record Usages(Duration cpu, long rssMib) {
    static Usages of(Child process) {
      return new Usages(Usage.cpu(process.pid()), Usage.rssMib(process.pid()));
    }
  }

  /** Looks at the dispatcher while events are sent. */
  private final class Watch {

    private final Broker broker;
    private final Topics topics;
    private final Child dispatcher;
    private Usages begin;
    private boolean begun;
    private long mostLag;
    private long lagAtBegin;
    private long begunNanos;

    Watch(Broker broker, Topics topics, Child dispatcher) {
      this.broker = broker;
      this.topics = topics;
      this.dispatcher = dispatcher;
      this.begin = Usages.of(dispatcher);
    }

    void passed(Duration sinceStart) {
      if (sinceStart.compareTo(warmUp) < 0) {
        return;
      }
      if (!begun) {
        begun = true;
        begin = Usages.of(dispatcher);
        begunNanos = System.nanoTime();
        lagAtBegin = broker.lag(topics);
      }
      if (sinceStart.toSeconds() % LAG_EVERY_SECONDS == 0) {
        mostLag = Math.max(mostLag, broker.lag(topics));
      }
    }
  }
}
