package dev.barid.benchmarks.stage;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** An nginx that answers every request with 204 and counts them. Not thread-safe. */
public final class Sink implements AutoCloseable {

  private static final Duration START_WITHIN = Duration.ofSeconds(20);

  /** The line of stub_status with accepted and handled connections, and requests. */
  private static final Pattern COUNTS = Pattern.compile("(?m)^ (\\d+) (\\d+) (\\d+) $");

  private static final String CONFIG =
      """
      daemon off;
      master_process off;
      error_log stderr error;
      pid %1$s/nginx.pid;
      worker_rlimit_nofile 20000;
      events { worker_connections 16384; }
      http {
        access_log off;
        client_body_temp_path %1$s/body;
        proxy_temp_path %1$s/proxy;
        fastcgi_temp_path %1$s/fastcgi;
        uwsgi_temp_path %1$s/uwsgi;
        scgi_temp_path %1$s/scgi;
        client_body_buffer_size 1m;
        client_max_body_size 8m;
        keepalive_requests 1000000000;
        keepalive_timeout 600s;
        server {
          listen 127.0.0.1:%2$d backlog=4096;
          location / { return 204; }
          location = /counts { stub_status; }
        }
      }
      """;

  /**
   * What it has seen so far.
   *
   * @param connections that it accepted
   * @param requests that it answered
   */
  public record Counts(long connections, long requests) {}

  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final int port;
  private final Child process;

  private Sink(int port, Child process) {
    this.port = port;
    this.process = process;
  }

  /** Starts one with its files in the directory. */
  public static Sink start(Path directory) {
    int port = freePort();
    Path config = directory.resolve("nginx.conf");
    try {
      Files.writeString(config, CONFIG.formatted(directory, port));
    } catch (IOException unwritable) {
      throw new UncheckedIOException(unwritable);
    }
    Child process =
        Child.start(
            "nginx",
            directory,
            List.of("nginx", "-p", directory.toString(), "-c", config.toString()),
            Map.of());
    Sink sink = new Sink(port, process);
    process.await("an answer on port " + port, START_WITHIN, sink::answers);
    return sink;
  }

  private static int freePort() {
    try (ServerSocket probe = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return probe.getLocalPort();
    } catch (IOException none) {
      throw new UncheckedIOException(none);
    }
  }

  /** Where a path of it is. */
  public String url(String path) {
    return "http://127.0.0.1:" + port + path;
  }

  private boolean answers() {
    try {
      counts();
      return true;
    } catch (UncheckedIOException notYet) {
      return false;
    }
  }

  /** What it has seen so far, these questions included. */
  public Counts counts() {
    HttpRequest request = HttpRequest.newBuilder(URI.create(url("/counts"))).build();
    try {
      String text = http.send(request, HttpResponse.BodyHandlers.ofString()).body();
      Matcher counts = COUNTS.matcher(text);
      if (!counts.find()) {
        throw new IllegalStateException("nginx's counts \"" + text + "\" (expected: stub_status)");
      }
      return new Counts(Long.parseLong(counts.group(1)), Long.parseLong(counts.group(3)));
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
