package dev.barid.standalone.role;

import dev.barid.core.settings.Keys;
import dev.barid.core.settings.Settings;
import dev.barid.standalone.http.ProcessServer;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A process that runs until it is stopped: its signals, its metrics and health over HTTP, and its
 * parts. Used by one thread, the command's.
 */
final class RoleProcess implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(RoleProcess.class);
  private static final Duration READY_POLL = Duration.ofMillis(20);
  private static final Duration WAITING_NOTE = Duration.ofSeconds(15);

  private final StopSignal signal = StopSignal.install();
  private final ProcessMetrics metrics = new ProcessMetrics();
  private final List<Part> parts = new CopyOnWriteArrayList<>();
  private final Deque<LagMetrics> lags = new ArrayDeque<>();
  private final ProcessServer server;
  private volatile boolean complete;

  /**
   * Opens the port for health and metrics, first of all: nothing is touched if it is taken.
   *
   * @throws dev.barid.standalone.http.PortUnavailableException if it is
   */
  RoleProcess(Settings settings) {
    try {
      this.server =
          new ProcessServer(
              settings.value(Keys.HTTP_HOST),
              settings.value(Keys.HTTP_PORT),
              metrics.registry(),
              this::notLive,
              this::notReady);
    } catch (RuntimeException portTaken) {
      metrics.close();
      throw portTaken;
    }
  }

  int httpPort() {
    return server.port();
  }

  MeterRegistry metrics() {
    return metrics.registry();
  }

  /** Takes over a part that was started; the last one is closed first. */
  void add(Part part) {
    parts.add(0, part);
  }

  /** Takes over all parts of a stack. */
  void add(Stack stack) {
    parts.addAll(0, stack.parts());
  }

  /** Shows the lag of these groups among the metrics. */
  void showLag(Settings settings, Set<String> groups) {
    lags.push(new LagMetrics(settings, groups, metrics.registry()));
  }

  /**
   * Waits until all parts are ready, says so, and waits until the process is to stop.
   *
   * @param readyLine what to say
   */
  void run(PrintWriter out, String readyLine) {
    complete = true;
    long noteNanos = System.nanoTime() + WAITING_NOTE.toNanos();
    while (!notReady().isEmpty()) {
      if (signal.await(READY_POLL)) {
        return;
      }
      if (System.nanoTime() - noteNanos > 0) {
        noteNanos += WAITING_NOTE.toNanos();
        log.info("not ready yet: {}", String.join(", ", notReady()));
      }
    }
    out.println(readyLine);
    out.flush();
    signal.await();
  }

  private List<String> notReady() {
    List<String> names = new ArrayList<>();
    if (!complete) {
      names.add("start");
    }
    if (signal.isStopping()) {
      names.add("stopping");
    }
    names.addAll(
        parts.stream().filter(part -> !part.ready().getAsBoolean()).map(Part::name).toList());
    return names;
  }

  private List<String> notLive() {
    return parts.stream().filter(part -> !part.live().getAsBoolean()).map(Part::name).toList();
  }

  /** Ends the parts in order, and says so in the log. */
  @Override
  public void close() {
    signal.stop();
    lags.forEach(LagMetrics::close);
    for (Part part : parts) {
      log.info("stopping: {}", part.name());
      part.close().run();
    }
    server.close();
    metrics.close();
    // A start that failed has its one line, and stopped nothing.
    if (!parts.isEmpty()) {
      log.info("stopped");
    }
    signal.ended();
  }
}
