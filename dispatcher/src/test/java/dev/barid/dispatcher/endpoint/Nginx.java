package dev.barid.dispatcher.endpoint;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** An nginx that speaks HTTP/2, with the certificate of {@link SelfSigned}: a server of others. */
final class Nginx implements AutoCloseable {
  private static final Duration START_WITHIN = Duration.ofSeconds(20);

  private static final String CONFIG =
      """
      daemon off;
      master_process off;
      error_log %1$s/error.log info;
      pid %1$s/nginx.pid;
      events { worker_connections 512; }
      http {
        access_log off;
        client_body_temp_path %1$s/body;
        proxy_temp_path %1$s/proxy;
        fastcgi_temp_path %1$s/fastcgi;
        uwsgi_temp_path %1$s/uwsgi;
        scgi_temp_path %1$s/scgi;
        client_max_body_size 8m;
        server {
          listen 127.0.0.1:%2$d ssl http2;
          ssl_certificate %1$s/chain.pem;
          ssl_certificate_key %1$s/key.pem;
          %3$s
          location / { return 200 "$server_protocol $request_length"; }
        }
      }
      """;

  private final int port;
  private final Process process;

  private Nginx(int port, Process process) {
    this.port = port;
    this.process = process;
  }

  static boolean isInstalled() {
    try {
      Process asked = new ProcessBuilder("nginx", "-v").redirectErrorStream(true).start();
      asked.getInputStream().readAllBytes();
      return asked.waitFor() == 0;
    } catch (IOException absent) {
      return false;
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** Starts one, with some settings of its own. */
  static Nginx start(Path dir, String settings) throws Exception {
    SelfSigned.writePem(dir, dir.resolve("chain.pem"), dir.resolve("key.pem"));
    int port;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
      port = free.getLocalPort();
    }
    Path config = dir.resolve("nginx.conf");
    Files.writeString(config, CONFIG.formatted(dir, port, settings));
    Process process =
        new ProcessBuilder(List.of("nginx", "-p", dir.toString(), "-c", config.toString()))
            .redirectErrorStream(true)
            .redirectOutput(dir.resolve("nginx.out").toFile())
            .start();
    Nginx nginx = new Nginx(port, process);
    nginx.awaitListening(dir);
    return nginx;
  }

  private void awaitListening(Path dir) throws Exception {
    Instant atLast = Instant.now().plus(START_WITHIN);
    while (true) {
      try (Socket probe = new Socket("127.0.0.1", port)) {
        return;
      } catch (IOException notYet) {
        if (!process.isAlive() || Instant.now().isAfter(atLast)) {
          throw new AssertionError(Files.readString(dir.resolve("nginx.out")), notYet);
        }
        Thread.onSpinWait();
      }
    }
  }

  String url(String path) {
    return "https://127.0.0.1:" + port + path;
  }

  @Override
  public void close() throws InterruptedException {
    process.destroy();
    if (!process.waitFor(10, TimeUnit.SECONDS)) {
      process.destroyForcibly();
    }
  }
}
