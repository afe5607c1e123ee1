package dev.barid.faults.process;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A place for a process of Barid: over all its runs it keeps its name (so its {@code instance.id}),
 * its port, its data and its log. Not thread-safe.
 */
public abstract sealed class BaridProcess implements AutoCloseable
    permits DispatcherProcess, SchedulerProcess {

  private static final Duration READY_WITHIN = Duration.ofSeconds(180);
  private static final Duration END_WITHIN = Duration.ofSeconds(60);
  private static final Duration ANSWER_WITHIN = Duration.ofSeconds(5);
  private static final HttpClient HTTP =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(ANSWER_WITHIN)
          .build();

  private final Launch launch;
  private final List<String> wrapper;
  private final int httpPort;
  private @Nullable JvmProcess process;

  BaridProcess(Site site, String name, List<String> wrapper, String role) {
    this.wrapper = wrapper;
    this.httpPort = Ports.free();
    List<String> all = new ArrayList<>(List.of(role));
    Map<String, String> own =
        Map.of(
            "instance.id", name,
            "http.port", Integer.toString(httpPort),
            "data.dir", dataDirectory(site, name).toString());
    all.addAll(List.of("--config", site.writeConfig(name, own).toString()));
    this.launch =
        new Launch(name, site.logs(), "dev.barid.standalone.Barid", List.of(), all, Map.of());
  }

  static Path dataDirectory(Site site, String name) {
    return site.directory().resolve(name);
  }

  public String name() {
    return launch.name();
  }

  /** Starts a run; returns at once. */
  public void start() {
    if (isAlive()) {
      throw new IllegalStateException(name() + " runs already");
    }
    process = JvmProcess.start(launch, wrapper);
  }

  /** Its run, or the last one. */
  public JvmProcess process() {
    if (process == null) {
      throw new IllegalStateException(name() + " was never started");
    }
    return process;
  }

  public boolean isAlive() {
    return process != null && process.isAlive();
  }

  /**
   * Waits until it says that it is ready.
   *
   * @throws AssertionError if it ends before, or isn't in time; shows its log's end
   */
  public void awaitReady() {
    process().await("ready", READY_WITHIN, this::isReady);
  }

  /** Whether it says that it is ready; false also when it doesn't answer. */
  public boolean isReady() {
    return get("/health/ready").filter(answer -> answer.statusCode() == 200).isPresent();
  }

  /** Whether it says that it is live; false also when it doesn't answer. */
  public boolean isLive() {
    return get("/health/live").filter(answer -> answer.statusCode() == 200).isPresent();
  }

  /** Its metrics as they are served; empty when it doesn't answer. */
  public String metrics() {
    return get("/metrics").map(HttpResponse::body).orElse("");
  }

  private Optional<HttpResponse<String>> get(String path) {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + httpPort + path))
            .timeout(ANSWER_WITHIN)
            .build();
    try {
      return Optional.of(HTTP.send(request, HttpResponse.BodyHandlers.ofString()));
    } catch (IOException silent) {
      return Optional.empty();
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }

  /** SIGKILL; returns when it is gone. */
  public void kill() {
    process().kill();
  }

  /** SIGTERM; returns its exit value when it is gone. */
  public int terminate() {
    return process().terminate(END_WITHIN);
  }

  /** SIGSTOP: it stands still, with everything that it holds. */
  public void freeze() {
    process().freeze();
  }

  /** SIGCONT. */
  public void thaw() {
    process().thaw();
  }

  /** Kills it, if it runs. */
  @Override
  public void close() {
    if (process != null) {
      process.kill();
    }
  }

  @Override
  public String toString() {
    return name();
  }
}
