package dev.barid.standalone.demo;

import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.file.FileSystemOptions;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/** A server per part of the play, all on loopback and one thread. */
final class Receivers implements AutoCloseable {

  private static final String HOST = "127.0.0.1";

  private final Vertx vertx =
      Vertx.vertx(
          new VertxOptions()
              .setEventLoopPoolSize(1)
              .setWorkerPoolSize(1)
              .setFileSystemOptions(
                  new FileSystemOptions()
                      .setFileCachingEnabled(false)
                      .setClassPathResolvingEnabled(false)));
  private final RandomGenerator random = new SplittableRandom();
  private final Function<String, OptionalLong> sentAtMs;
  private final Map<Part, Integer> ports = new LinkedHashMap<>();
  private final Map<Part, Inbox> inboxes = new LinkedHashMap<>();
  private final Map<Part, SignatureCheck> checks = new ConcurrentHashMap<>();

  private Receivers(Function<String, OptionalLong> sentAtMs) {
    this.sentAtMs = sentAtMs;
  }

  /**
   * Opens the servers of all parts; that of a dead one is closed again.
   *
   * @param sentAtMs an event's id to the time it was sent at, epoch milliseconds
   */
  static Receivers open(Function<String, OptionalLong> sentAtMs) throws TimeoutException {
    Receivers receivers = new Receivers(sentAtMs);
    for (Part part : Cast.PARTS) {
      receivers.inboxes.put(part, new Inbox());
      HttpServer server = receivers.listen(part, 0);
      receivers.ports.put(part, server.actualPort());
      if (part.behaviour() == Behaviour.DEAD) {
        server.close().await(5, TimeUnit.SECONDS);
      }
    }
    return receivers;
  }

  /** Where each part listens. */
  Map<Part, String> urls() {
    Map<Part, String> urls = new LinkedHashMap<>();
    ports.forEach((part, port) -> urls.put(part, "http://" + HOST + ":" + port + "/hooks"));
    return urls;
  }

  /** Tells a part the secret that its requests are signed with. */
  void expect(Part part, String secret) {
    checks.put(part, new SignatureCheck(secret));
  }

  Inbox inbox(Part part) {
    return Objects.requireNonNull(inboxes.get(part), part.name());
  }

  /** Brings up what was down. */
  void repair() throws TimeoutException {
    for (Part part : Cast.PARTS) {
      if (part.behaviour() == Behaviour.DEAD) {
        listen(part, Objects.requireNonNull(ports.get(part)));
      }
    }
  }

  private HttpServer listen(Part part, int port) throws TimeoutException {
    return vertx
        .createHttpServer()
        .requestHandler(request -> onRequest(part, request))
        .listen(port, HOST)
        .await(5, TimeUnit.SECONDS);
  }

  private void onRequest(Part part, HttpServerRequest request) {
    request.body().onSuccess(body -> answer(part, request, body));
  }

  private void answer(Part part, HttpServerRequest request, Buffer body) {
    Inbox inbox = inbox(part);
    String id = request.getHeader("webhook-id");
    SignatureCheck check = checks.get(part);
    boolean right =
        check != null
            && check.accepts(
                id,
                request.getHeader("webhook-timestamp"),
                request.getHeader("webhook-signature"),
                body.getBytes(),
                System.currentTimeMillis() / 1000);
    inbox.onRequest(right);
    if (id == null || !right) {
      request.response().setStatusCode(401).end("wrong signature");
      return;
    }
    Behaviour.Answer answer = part.behaviour().answer(id, random);
    vertx.setTimer(
        answer.delayMs(),
        due -> {
          if (answer.status() < 300) {
            long now = System.currentTimeMillis();
            inbox.onAccepted(id, now - sentAtMs.apply(id).orElse(now));
          }
          request.response().setStatusCode(answer.status()).end();
        });
  }

  @Override
  public void close() {
    try {
      vertx.close().await(2, TimeUnit.SECONDS);
    } catch (TimeoutException slow) {
      // Its threads end with the process.
    }
  }
}
