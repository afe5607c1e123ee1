package dev.barid.standalone.http;

import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.file.FileSystemOptions;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import tools.jackson.databind.json.JsonMapper;

/**
 * Serves {@code /metrics}, {@code /health/live} and {@code /health/ready}, and nothing else. It
 * only reads, and is bounded in connections, in what a request may send, and in time.
 */
public final class ProcessServer implements AutoCloseable {

  private static final int MAX_CONNECTIONS = 64;
  private static final int IDLE_SECONDS = 30;
  private static final int MAX_HEADER_BYTES = 8_192;
  private static final String JSON = "application/json";
  private static final String PROMETHEUS = "text/plain; version=0.0.4; charset=utf-8";
  private static final Set<HttpMethod> SERVED = Set.of(HttpMethod.GET, HttpMethod.HEAD);
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  private final Vertx vertx;
  private final HttpServer server;
  private final PrometheusMeterRegistry metrics;
  private final Supplier<List<String>> notLive;
  private final Supplier<List<String>> notReady;
  private final AtomicInteger connections = new AtomicInteger();

  /**
   * Starts to serve; returns when the port is open.
   *
   * @param port 0 for a free one
   * @param metrics what {@code /metrics} shows; stays the caller's to close
   * @param notLive names what can't recover by itself; asked on any thread, must not block
   * @param notReady names what isn't ready yet; the same
   * @throws PortUnavailableException if the port can't be listened on
   */
  public ProcessServer(
      String host,
      int port,
      PrometheusMeterRegistry metrics,
      Supplier<List<String>> notLive,
      Supplier<List<String>> notReady) {
    this.metrics = metrics;
    this.notLive = notLive;
    this.notReady = notReady;
    this.vertx = Vertx.vertx(options());
    try {
      this.server =
          vertx
              .createHttpServer(
                  new HttpServerOptions()
                      .setIdleTimeout(IDLE_SECONDS)
                      .setMaxHeaderSize(MAX_HEADER_BYTES))
              .connectionHandler(this::admit)
              .requestHandler(this::answer)
              .exceptionHandler(clientGone -> {})
              .listen(port, host)
              .await(10, TimeUnit.SECONDS);
    } catch (Exception refused) {
      vertx.close();
      throw new PortUnavailableException(host, port, refused);
    }
  }

  private static VertxOptions options() {
    return new VertxOptions()
        .setEventLoopPoolSize(1)
        .setWorkerPoolSize(2)
        .setFileSystemOptions(
            new FileSystemOptions()
                .setFileCachingEnabled(false)
                .setClassPathResolvingEnabled(false));
  }

  /** The port that is served. */
  public int port() {
    return server.actualPort();
  }

  private void admit(HttpConnection connection) {
    connections.incrementAndGet();
    connection.closeHandler(closed -> connections.decrementAndGet());
    if (connections.get() > MAX_CONNECTIONS) {
      connection.close();
    }
  }

  private void answer(HttpServerRequest request) {
    if (!SERVED.contains(request.method())) {
      request.response().putHeader("allow", "GET, HEAD");
      send(request, 405, JSON, "{\"error\":\"only GET is served\"}");
      return;
    }
    switch (request.path()) {
      case "/metrics" -> answerMetrics(request);
      case "/health/live" -> answerHealth(request, "live", notLive.get());
      case "/health/ready" -> answerHealth(request, "ready", notReady.get());
      default ->
          send(
              request,
              404,
              JSON,
              "{\"error\":\"served are /metrics, /health/live and /health/ready\"}");
    }
  }

  private void answerMetrics(HttpServerRequest request) {
    vertx
        .executeBlocking(() -> metrics.scrape())
        .onSuccess(text -> send(request, 200, PROMETHEUS, text))
        .onFailure(broken -> send(request, 500, JSON, "{\"error\":\"metrics failed\"}"));
  }

  private static void answerHealth(
      HttpServerRequest request, String word, List<String> waitingFor) {
    boolean well = waitingFor.isEmpty();
    Map<String, Object> body = new LinkedHashMap<>();
    body.put(word, well);
    if (!well) {
      body.put("waitingFor", waitingFor);
    }
    send(request, well ? 200 : 503, JSON, MAPPER.writeValueAsString(body));
  }

  private static void send(HttpServerRequest request, int status, String type, String body) {
    request.response().setStatusCode(status).putHeader("content-type", type);
    request.response().putHeader("cache-control", "no-store");
    if (request.method().equals(HttpMethod.HEAD)) {
      request.response().end();
    } else {
      request.response().end(body);
    }
  }

  @Override
  public void close() {
    try {
      vertx.close().await(2, TimeUnit.SECONDS);
    } catch (Exception slow) {
      // Its threads are daemons of a process that ends anyway.
    }
  }
}
