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

/**
 * An nginx that answers every request with 204 and counts them, whichever way they come. Not
 * thread-safe.
 */
public final class Sink implements AutoCloseable {

  private static final Duration START_WITHIN = Duration.ofSeconds(20);

  private static final String NAME = "localhost";

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
          listen 127.0.0.1:%3$d ssl backlog=4096;
          listen 127.0.0.1:%6$d ssl http2 backlog=4096;
          ssl_certificate %4$s;
          ssl_certificate_key %5$s;
          ssl_protocols TLSv1.2 TLSv1.3;
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

  /** A way to it. */
  public enum Way {
    /** By its address, so that no name is looked up. */
    ADDRESS,
    /** By its name. */
    NAME,
    /** By its name, with HTTP/1.1 over TLS; the JVM needs {@link #trustOptions}. */
    TLS,
    /** The same with HTTP/2. */
    HTTP2;

    /** Whether the JVM needs {@link #trustOptions}. */
    public boolean isTls() {
      return this == TLS || this == HTTP2;
    }
  }

  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final int port;
  private final int tlsPort;
  private final int http2Port;
  private final Certificate certificate;
  private final Child process;

  private Sink(int port, int tlsPort, int http2Port, Certificate certificate, Child process) {
    this.port = port;
    this.tlsPort = tlsPort;
    this.http2Port = http2Port;
    this.certificate = certificate;
    this.process = process;
  }

  /** Starts one with its files in the directory. */
  public static Sink start(Path directory) {
    int port = freePort();
    int tlsPort = freePort();
    int http2Port = freePort();
    Certificate certificate = Certificate.make(directory, NAME);
    Path config = directory.resolve("nginx.conf");
    try {
      Files.writeString(
          config,
          CONFIG.formatted(
              directory, port, tlsPort, certificate.chain(), certificate.key(), http2Port));
    } catch (IOException unwritable) {
      throw new UncheckedIOException(unwritable);
    }
    Child process =
        Child.start(
            "nginx",
            directory,
            List.of("nginx", "-p", directory.toString(), "-c", config.toString()),
            Map.of());
    Sink sink = new Sink(port, tlsPort, http2Port, certificate, process);
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
    return url(Way.ADDRESS, path);
  }

  /** Where a path of it is. */
  public String url(Way way, String path) {
    return switch (way) {
      case ADDRESS -> "http://127.0.0.1:" + port + path;
      case NAME -> "http://" + NAME + ":" + port + path;
      case TLS -> "https://" + NAME + ":" + tlsPort + path;
      case HTTP2 -> "https://" + NAME + ":" + http2Port + path;
    };
  }

  /** With these a JVM trusts its certificate, and no other one. */
  public List<String> trustOptions() {
    return certificate.trustOptions();
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
