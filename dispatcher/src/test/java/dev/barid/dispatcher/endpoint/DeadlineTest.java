package dev.barid.dispatcher.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.barid.core.attempt.AttemptResult.Failed;
import dev.barid.core.attempt.ErrorClass;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** One deadline covers everything, and says what it cut off. */
@Tag("R-I8")
class DeadlineTest {
  private static final Duration TIMEOUT = Duration.ofMillis(400);
  private static final Duration MUCH_LATER = Duration.ofSeconds(5);

  @RegisterExtension final Sending sending = new Sending();

  private void assertTimesOut(String url, String phase) {
    long startNanos = System.nanoTime();
    Failed failed = sending.failed(url, TIMEOUT);
    Duration took = Duration.ofNanos(System.nanoTime() - startNanos);

    assertThat(failed.kind()).isEqualTo(ErrorClass.TIMEOUT);
    assertThat(failed.message()).startsWith("not done within 400ms, while " + phase);
    assertThat(took).isBetween(TIMEOUT.minusMillis(5), MUCH_LATER);
  }

  @Test
  void whileConnecting() throws Exception {
    List<SocketChannel> fillers = new ArrayList<>();
    try (ServerSocket full = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
      // Nobody accepts: once the backlog is full, connecting hangs.
      for (int i = 0; i < 64; i++) {
        SocketChannel filler = SocketChannel.open();
        filler.configureBlocking(false);
        filler.connect(new InetSocketAddress("127.0.0.1", full.getLocalPort()));
        fillers.add(filler);
      }
      assertTimesOut("http://127.0.0.1:" + full.getLocalPort() + "/", "connecting");
    } finally {
      for (SocketChannel filler : fillers) {
        filler.close();
      }
    }
  }

  @Test
  void whileNegotiatingTls() throws Exception {
    try (ScriptedServer server = new ScriptedServer(ScriptedServer.Peer::awaitClose)) {
      assertTimesOut("https://127.0.0.1:" + server.port() + "/", "connecting or negotiating TLS");
    }
  }

  @Test
  void whileTheRequestIsNotRead() throws Exception {
    try (ServerSocket deaf = new ServerSocket(0, 50, InetAddress.getByName("127.0.0.1"))) {
      OutgoingRequest large =
          Sending.request(
              "http://127.0.0.1:" + deaf.getLocalPort() + "/", "x".repeat(32 << 20), TIMEOUT);

      assertThat(sending.post(large).error().orElseThrow())
          .isEqualTo("timeout: not done within 400ms, while sending the request");
    }
  }

  @Test
  void whileNothingIsAnswered() throws Exception {
    try (ScriptedServer server = new ScriptedServer(ScriptedServer.Peer::awaitClose)) {
      assertTimesOut(server.url("/"), "waiting for the answer");
    }
  }

  @Test
  void whileHeadersDrip() throws Exception {
    try (ScriptedServer server = dripping("HTTP/1.1 200 OK\r\n", "X-Drip: 1\r\n")) {
      assertTimesOut(server.url("/"), "waiting for the answer");
    }
  }

  @Test
  void whileABodyDrips() throws Exception {
    try (ScriptedServer server =
        dripping("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", "1\r\nx\r\n")) {
      assertTimesOut(server.url("/"), "reading the answer's body (");
    }
  }

  @Test
  void theConnectionOfAnAttemptThatTimedOutIsClosed() throws Exception {
    try (ScriptedServer server =
        new ScriptedServer(
            peer -> {
              peer.readRequest();
              peer.awaitClose();
              peer.note("closed by the client");
            })) {
      sending.failed(server.url("/"), TIMEOUT);

      assertThat(server.nextRequest()).startsWith("POST");
      assertThat(server.nextRequest()).isEqualTo("closed by the client");
    }
  }

  @Test
  @Tag("R-I7")
  void whatWasNotReadByThenIsNotSentAnyMore() throws Exception {
    int size = 32 << 20;
    CountDownLatch ended = new CountDownLatch(1);
    try (ScriptedServer server =
        new ScriptedServer(
            peer -> {
              awaitQuietly(ended);
              peer.readRequest();
            })) {
      sending.post(Sending.request(server.url("/"), "x".repeat(size), TIMEOUT));
      ended.countDown();

      assertThat(server.nextRequest().length()).isLessThan(size);
    }
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }

  private static ScriptedServer dripping(String first, String drop) throws Exception {
    return new ScriptedServer(
        peer -> {
          peer.readRequest();
          peer.send(first);
          while (true) {
            peer.pause(Duration.ofMillis(20));
            peer.send(drop);
          }
        });
  }
}
