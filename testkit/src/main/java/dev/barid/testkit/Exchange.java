package dev.barid.testkit;

import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.impl.HttpServerConnection;
import java.util.concurrent.atomic.AtomicInteger;

/** One request and what becomes of it. On its connection's event loop alone. */
final class Exchange {
  private static final int HEADER_VALUE = 4_000;
  private static final Buffer FILLER = Buffer.buffer("0123456789abcdef".repeat(1_024));

  private final Vertx vertx;
  private final HttpServerResponse response;
  private final HttpServerConnection connection;
  private final ReceivedRequest request;

  Exchange(
      Vertx vertx,
      HttpServerResponse response,
      HttpServerConnection connection,
      ReceivedRequest request) {
    this.vertx = vertx;
    this.response = response;
    this.connection = connection;
    this.request = request;
  }

  /** The response's exceptions are the peer hanging up: part of what is tested. */
  void run(Behavior behavior) {
    response.exceptionHandler(hungUp -> {});
    if (response.closed()) {
      return;
    }
    if (behavior instanceof Behavior.Answer answer) {
      answer.headers().forEach(response::putHeader);
      response.setStatusCode(answer.status()).end(Buffer.buffer(answer.body()));
    } else if (behavior instanceof Behavior.Drip drip) {
      response.setStatusCode(drip.status()).setChunked(true).writeHead();
      drip(drip, new AtomicInteger());
    } else if (behavior instanceof Behavior.EndlessBody endless) {
      response.setStatusCode(endless.status()).setChunked(true);
      fill();
    } else if (behavior instanceof Behavior.HugeHeaders huge) {
      hugeHeaders(huge);
    } else if (behavior instanceof Behavior.WrongLength wrong) {
      wrongLength(wrong);
    } else if (behavior instanceof Behavior.Close) {
      connection.close();
    } else if (behavior instanceof Behavior.Reset) {
      reset();
    } else if (behavior instanceof Behavior.Delayed delayed) {
      // Vert.x takes no timer under a millisecond.
      long delayMs = Math.max(1, delayed.delay().toMillis());
      vertx.setTimer(delayMs, timer -> run(delayed.then()));
    } else if (behavior instanceof Behavior.ByRequest byRequest) {
      run(byRequest.choice().apply(request));
    }
    // What is left is Hang: nothing more happens to this request.
  }

  private void hugeHeaders(Behavior.HugeHeaders huge) {
    for (int sent = 0; sent < huge.bytes(); sent += HEADER_VALUE) {
      int length = Math.min(HEADER_VALUE, huge.bytes() - sent);
      response.putHeader("X-Filler-" + sent / HEADER_VALUE, "x".repeat(length));
    }
    response.setStatusCode(huge.status()).end();
  }

  private void wrongLength(Behavior.WrongLength wrong) {
    response.putHeader("Content-Length", Integer.toString(wrong.contentLength()));
    response
        .setStatusCode(wrong.status())
        .write(Buffer.buffer(wrong.body()))
        .onComplete(written -> connection.close());
  }

  private void reset() {
    Channel channel = connection.channelHandlerContext().channel();
    channel.config().setOption(ChannelOption.SO_LINGER, 0);
    connection.close();
  }

  private void drip(Behavior.Drip drip, AtomicInteger sent) {
    long pauseMs = Math.max(1, drip.pause().toMillis());
    vertx.setTimer(
        pauseMs,
        timer -> {
          if (response.closed()) {
            return;
          }
          if (sent.getAndIncrement() < drip.bytes()) {
            response.write(".");
            drip(drip, sent);
          } else {
            response.end();
          }
        });
  }

  /** One write after the other: only a write's failure says at once that the peer has gone. */
  private void fill() {
    response.write(FILLER).onSuccess(written -> vertx.runOnContext(next -> fill()));
  }
}
