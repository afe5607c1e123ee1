package dev.barid.testkit;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.impl.HttpServerConnection;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * An HTTP/1.1 server on a free loopback port that keeps every request it gets and does what it is
 * told with it, path by path: {@code receiver.on("/orders").answers(503, 503, 200)}. A path that
 * nothing was said about answers 200.
 *
 * <p>A request is kept, and then acted upon, once it has been read to its end. Thread-safe.
 */
public final class Receiver implements AutoCloseable {
  private static final String HOST = "127.0.0.1";
  private static final int LONGEST_HEAD = 1 << 20;

  private final Vertx vertx =
      Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1).setWorkerPoolSize(1));
  private final RequestLog log = new RequestLog();
  private final Map<String, Script> scripts = new ConcurrentHashMap<>();
  private final Script elsewhere = new Script(Behavior.answer(200));
  private final Map<HttpConnection, Integer> open = new ConcurrentHashMap<>();
  private final AtomicInteger connections = new AtomicInteger();
  private final Watcher watcher;
  private final int port;
  private @Nullable HttpServer server;

  /** Sees each request come and end, on the receiver's event loop: must not block for long. */
  @FunctionalInterface
  public interface Watcher {
    /** A request was read to its end; nothing is done with it before this returns. */
    Ending received(ReceivedRequest request);
  }

  /** Told once how a request ended. */
  @FunctionalInterface
  public interface Ending {
    /**
     * @param status the answer's, empty if not even its head was sent
     * @param complete whether the answer was written to its end; if not, the connection closed
     */
    void ended(OptionalInt status, boolean complete);
  }

  private Receiver(int wantedPort, Watcher watcher) {
    this.watcher = watcher;
    HttpServer started = listen(wantedPort);
    server = started;
    port = started.actualPort();
  }

  /** Starts one that answers 200 to everything. */
  public static Receiver start() {
    return start(0, request -> (status, complete) -> {});
  }

  /**
   * Starts one that answers 200 to everything.
   *
   * @param port 0 for a free one
   * @param watcher sees every request
   */
  public static Receiver start(int port, Watcher watcher) {
    return new Receiver(port, watcher);
  }

  /** What to do on that path, without a query; on what is there already it changes nothing yet. */
  public Script on(String path) {
    return scripts.computeIfAbsent(path, unknown -> new Script(Behavior.answer(200)));
  }

  /** What to do on all paths that {@link #on} never named. */
  public Script elsewhere() {
    return elsewhere;
  }

  /** The URL of that path, which begins with a slash. */
  public String url(String path) {
    return "http://" + HOST + ":" + port + path;
  }

  public int port() {
    return port;
  }

  /** Every request so far, in the order they had been read. */
  public List<ReceivedRequest> requests() {
    return log.all();
  }

  /** Every request so far to that path, with whatever query. */
  public List<ReceivedRequest> requestsTo(String path) {
    return log.all().stream().filter(request -> request.path().equals(path)).toList();
  }

  /** The requests that were answered 2xx to the answer's end, in the order of their answers. */
  public List<ReceivedRequest> successes() {
    return log.successes();
  }

  /** Every request so far with what became of it, in the order they had been read. */
  public List<HandledRequest> handled() {
    return log.handled();
  }

  /**
   * Waits for at least so many requests, and returns all.
   *
   * @throws AssertionError if they don't come in time; it shows those that came
   */
  public List<ReceivedRequest> awaitRequests(int count, Duration timeout) {
    return log.await(all -> all.size() >= count, count + " requests", timeout);
  }

  /** Waits for at least so many requests answered 2xx, and returns all of them. */
  public List<ReceivedRequest> awaitSuccesses(int count, Duration timeout) {
    return log.awaitSuccesses(count, timeout);
  }

  /** Waits until the requests so far satisfy the condition, and returns them. */
  public List<ReceivedRequest> awaitRequests(
      Predicate<List<ReceivedRequest>> condition, Duration timeout) {
    return log.await(condition, "the requests waited for", timeout);
  }

  /** Forgets the requests so far, and how many there were at once; scripts go on. */
  public void forgetRequests() {
    log.forget();
  }

  /** How many requests to that path waited for their answer at the same time, at most. */
  public int mostAtOnce(String path) {
    return log.mostAtOnce(path);
  }

  /** How many connections were opened so far. */
  public int connections() {
    return connections.get();
  }

  /** How many connections are open now. */
  public int openConnections() {
    return open.size();
  }

  /** Closes every connection and refuses new ones, until {@link #comeBack}. */
  public synchronized void goAway() {
    if (server != null) {
      await(server.close());
      server = null;
    }
  }

  /** Listens again, on the same port. */
  public synchronized void comeBack() {
    if (server == null) {
      server = listen(port);
    }
  }

  @Override
  public void close() {
    await(vertx.close());
  }

  private HttpServer listen(int wantedPort) {
    HttpServerOptions options =
        new HttpServerOptions()
            .setHttp2ClearTextEnabled(false)
            .setMaxHeaderSize(LONGEST_HEAD)
            .setMaxInitialLineLength(LONGEST_HEAD);
    return await(
        vertx
            .createHttpServer(options)
            .connectionHandler(this::opened)
            .requestHandler(this::receive)
            .listen(wantedPort, HOST));
  }

  private void opened(HttpConnection connection) {
    open.put(connection, connections.incrementAndGet());
    connection.closeHandler(closed -> open.remove(connection));
  }

  private void receive(HttpServerRequest incoming) {
    Instant at = Instant.now();
    int connection = open.getOrDefault(incoming.connection(), 0);
    incoming
        .body()
        .onSuccess(
            body -> {
              ReceivedRequest request =
                  new ReceivedRequest(
                      at,
                      incoming.method().name(),
                      incoming.uri(),
                      incoming.headers().entries().stream()
                          .map(e -> new ReceivedRequest.HeaderLine(e.getKey(), e.getValue()))
                          .toList(),
                      body.getBytes(),
                      connection);
              act(incoming, request);
            });
  }

  private void act(HttpServerRequest incoming, ReceivedRequest request) {
    HttpServerResponse response = incoming.response();
    Ending ending = watcher.received(request);
    AtomicBoolean counted = new AtomicBoolean();
    Consumer<Boolean> ended =
        complete -> {
          if (counted.compareAndSet(false, true)) {
            OptionalInt status = status(response);
            log.ended(request, status, complete);
            ending.ended(status, complete);
          }
        };
    response.endHandler(
        end -> {
          ended.accept(true);
          if (response.getStatusCode() / 100 == 2) {
            log.succeeded(request);
          }
        });
    response.closeHandler(closed -> ended.accept(false));
    log.add(request);
    Behavior behavior = scripts.getOrDefault(request.path(), elsewhere).next();
    HttpServerConnection connection = (HttpServerConnection) incoming.connection();
    new Exchange(vertx, response, connection, request).run(behavior);
  }

  private static OptionalInt status(HttpServerResponse response) {
    return response.headWritten() ? OptionalInt.of(response.getStatusCode()) : OptionalInt.empty();
  }

  private static <T> T await(Future<T> future) {
    try {
      return future.toCompletionStage().toCompletableFuture().get(10, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    } catch (ExecutionException | TimeoutException e) {
      throw new IllegalStateException(e.toString(), e);
    }
  }
}
