package dev.barid.benchmarks.open;

import io.vertx.core.AbstractVerticle;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.BitSet;
import org.HdrHistogram.Histogram;

/**
 * A receiver as a process: answers as the path says, and measures how long the healthy endpoints'
 * events took. All of it on one event loop, so nothing is shared.
 */
final class ReceiverMain extends AbstractVerticle {

  static final String READY = "ready: ";
  static final String WINDOW = "/control/window";
  static final String FIGURES = "/control/figures";

  private static final int SLOW_MS = 5_000;
  private static final int NO_CONTENT = 204;
  private static final int UNAVAILABLE = 503;
  private static final int DIGITS = 3;

  private final Histogram latencies = new Histogram(DIGITS);
  private final BitSet arrived = new BitSet();
  private long fromMicros = Long.MAX_VALUE;
  private long toMicros = Long.MAX_VALUE;
  private long repeats;

  public static void main(String[] args) throws Exception {
    Vertx.vertx().deployVerticle(new ReceiverMain()).await();
  }

  @Override
  public void start() {
    HttpServerOptions options =
        new HttpServerOptions().setHost("127.0.0.1").setPort(0).setAcceptBacklog(4_096);
    vertx
        .createHttpServer(options)
        .requestHandler(this::onRequest)
        .listen()
        .onSuccess(server -> System.out.println(READY + server.actualPort()))
        .onFailure(Throwable::printStackTrace);
  }

  private void onRequest(HttpServerRequest request) {
    switch (request.path()) {
      case WINDOW -> onWindow(request);
      case FIGURES -> request.response().end(figures().line());
      default -> onDelivery(request);
    }
  }

  private void onWindow(HttpServerRequest request) {
    fromMicros = Long.parseLong(request.getParam("from"));
    toMicros = Long.parseLong(request.getParam("to"));
    latencies.reset();
    arrived.clear();
    repeats = 0;
    request.response().end();
  }

  private void onDelivery(HttpServerRequest request) {
    switch (Conduct.ofPath(request.path())) {
      case WELL ->
          request
              .body()
              .onSuccess(
                  body -> {
                    count(body.getBytes());
                    request.response().setStatusCode(NO_CONTENT).end();
                  });
      case HOLE -> request.body();
      case SLOW ->
          vertx.setTimer(SLOW_MS, late -> request.response().setStatusCode(NO_CONTENT).end());
      case DOWN -> request.response().setStatusCode(UNAVAILABLE).end();
      case FLOODED -> request.response().setStatusCode(NO_CONTENT).end();
    }
  }

  private void count(byte[] body) {
    long at = Body.atMicros(body);
    if (at < fromMicros || at >= toMicros) {
      return;
    }
    int number = Body.number(body);
    if (arrived.get(number)) {
      repeats++;
      return;
    }
    arrived.set(number);
    latencies.recordValue(
        Math.max(0, ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now()) - at));
  }

  private Figures figures() {
    return new Figures(
        arrived.cardinality(),
        repeats,
        latencies.getValueAtPercentile(50),
        latencies.getValueAtPercentile(99),
        latencies.getValueAtPercentile(99.9),
        latencies.getMaxValue());
  }
}
