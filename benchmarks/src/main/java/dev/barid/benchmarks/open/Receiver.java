package dev.barid.benchmarks.open;

import dev.barid.benchmarks.stage.Child;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** The receiver's process. Not thread-safe. */
final class Receiver implements AutoCloseable {

  private static final Duration START_WITHIN = Duration.ofSeconds(30);

  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final Child process;
  private final String address;

  private Receiver(Child process, String port) {
    this.process = process;
    this.address = "http://127.0.0.1:" + port;
  }

  static Receiver start(Path directory) {
    Child process =
        Child.java(
            "receiver",
            directory,
            List.of("-Xmx384m"),
            ReceiverMain.class.getName(),
            List.of(),
            Map.of());
    return new Receiver(process, process.awaitLine(ReceiverMain.READY, START_WITHIN));
  }

  /** The URL of a path. */
  String url(String path) {
    return address + path;
  }

  /** Forgets all, and counts events that were due from then on until then. */
  void window(long fromMicros, long toMicros) {
    get(ReceiverMain.WINDOW + "?from=" + fromMicros + "&to=" + toMicros);
  }

  Figures figures() {
    return Figures.parse(get(ReceiverMain.FIGURES));
  }

  private String get(String path) {
    try {
      return http.send(
              HttpRequest.newBuilder(URI.create(url(path))).build(),
              HttpResponse.BodyHandlers.ofString())
          .body();
    } catch (IOException silent) {
      throw new UncheckedIOException(silent);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(interrupted);
    }
  }

  @Override
  public void close() {
    process.close();
  }
}
