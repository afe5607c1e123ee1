package dev.barid.dispatcher.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.barid.core.attempt.AttemptResult;
import dev.barid.core.attempt.AttemptResult.Answered;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Connections are kept and used again, and never after they are worn out. */
class ConnectionReuseTest {
  private static final Duration TIMEOUT = Duration.ofSeconds(20);
  private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

  @RegisterExtension final Sending sending = new Sending();

  @Test
  void underSteadyTrafficAtLeast99PercentOfAttemptsReuseAConnection() throws Exception {
    int lanes = 10;
    int each = 200;
    try (ScriptedServer server = ScriptedServer.answering(OK)) {
      List<CompletableFuture<Void>> ends = new ArrayList<>();
      for (int lane = 0; lane < lanes; lane++) {
        ends.add(oneAfterTheOther(server.url("/" + lane), each));
      }
      CompletableFuture.allOf(ends.toArray(CompletableFuture[]::new)).join();

      double reused = 1 - (double) sending.client().connectionsMade() / (lanes * each);
      assertThat(server.connections()).isEqualTo((int) sending.client().connectionsMade());
      assertThat(reused).isGreaterThanOrEqualTo(0.99);
    }
  }

  private CompletableFuture<Void> oneAfterTheOther(String url, int count) {
    if (count == 0) {
      return CompletableFuture.completedFuture(null);
    }
    return sending
        .start(Sending.request(url, "{}", TIMEOUT))
        .thenCompose(
            result -> {
              assertThat(result.error()).isEmpty();
              return oneAfterTheOther(url, count - 1);
            });
  }

  @Test
  void nothingWaitsForAnotherAttemptsConnection() throws Exception {
    int count = 300;
    try (ScriptedServer hanging =
        new ScriptedServer(
            peer -> {
              peer.readRequest();
              peer.awaitClose();
            })) {
      for (int i = 0; i < count; i++) {
        sending.start(Sending.request(hanging.url("/"), "{}", TIMEOUT));
      }
      for (int i = 0; i < count; i++) {
        hanging.nextRequest();
      }
    }
  }

  @Test
  void aConnectionThatTheServerClosedIsNotUsedAgain() throws Exception {
    try (ScriptedServer server =
        new ScriptedServer(
            peer -> {
              peer.readRequest();
              peer.send("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
            })) {
      for (int i = 0; i < 20; i++) {
        assertThat(sending.answered(server.url("/")).status()).isEqualTo(200);
      }
      assertThat(server.connections()).isEqualTo(20);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\n\r\n",
        "HTTP/1.0 200 OK\r\nContent-Length: 0\r\n\r\n"
      })
  void aConnectionThatTheServerWillCloseIsNotUsedAgain(String answer) throws Exception {
    // It says so, and would go on all the same.
    try (ScriptedServer server = ScriptedServer.answering(answer)) {
      for (int i = 0; i < 5; i++) {
        assertThat(sending.answered(server.url("/")).status()).isEqualTo(200);
      }
      assertThat(server.connections()).isEqualTo(5);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "timeout=0|5",
        "Max=100, Timeout = 0|5",
        "timeout=60, max=100|1",
        "timeout=soon|1",
        "timeout=999999999999999999999|1"
      })
  void aConnectionIsKeptForNoLongerThanTheServerSays(String keepAlive, int connections)
      throws Exception {
    String answer = "HTTP/1.1 200 OK\r\nKeep-Alive: " + keepAlive + "\r\nContent-Length: 0\r\n\r\n";
    try (ScriptedServer server = ScriptedServer.answering(answer)) {
      for (int i = 0; i < 5; i++) {
        assertThat(sending.answered(server.url("/")).status()).isEqualTo(200);
      }
      assertThat(server.connections()).isEqualTo(connections);
    }
  }

  @Test
  void anAnswerBeforeTheRequestWasReadEndsItsConnection() throws Exception {
    CountDownLatch bothEnded = new CountDownLatch(1);
    try (ScriptedServer server =
        new ScriptedServer(
            peer -> {
              peer.send("HTTP/1.1 413 Too Large\r\nContent-Length: 0\r\n\r\n");
              // Reads nothing, and the request is larger than all buffers in between.
              awaitQuietly(bothEnded);
            })) {
      OutgoingRequest large = Sending.request(server.url("/"), "x".repeat(96 << 20), TIMEOUT);

      AttemptResult first = sending.post(large);
      AttemptResult second = sending.post(large);
      bothEnded.countDown();

      assertThat(List.of(first, second)).allMatch(ConnectionReuseTest::is413OrClosed);
      assertThat(server.connections()).isEqualTo(2);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nokay",
        "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\nHTTP/1.1 500 Planted\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\nHTTP/1.1 500 Planted\r\nX: ",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nH"
      })
  void whatFollowsAnAnswerIsNoPartOfTheNext(String answer) throws Exception {
    try (ScriptedServer server = ScriptedServer.answering(answer)) {
      for (int i = 0; i < 5; i++) {
        assertThat(sending.answered(server.url("/")).status()).isEqualTo(200);
      }
      assertThat(server.connections()).isEqualTo(5);
    }
  }

  @Test
  void aBodyAfter204IsNoPartOfTheNextAnswer() throws Exception {
    try (ScriptedServer server = ScriptedServer.answering("HTTP/1.1 204 No Content\r\n\r\nok")) {
      for (int i = 0; i < 5; i++) {
        assertThat(sending.answered(server.url("/")).status()).isEqualTo(204);
      }
    }
  }

  @Test
  void aSingleByteThatNobodyAskedForEndsAnIdleConnection() throws Exception {
    CountDownLatch idle = new CountDownLatch(1);
    try (ScriptedServer server =
        new ScriptedServer(
            peer -> {
              peer.readRequest();
              peer.send(OK);
              awaitQuietly(idle);
              peer.send("H");
              peer.awaitClose();
              peer.note("closed");
            })) {
      assertThat(sending.answered(server.url("/")).status()).isEqualTo(200);
      server.nextRequest();
      idle.countDown();

      assertThat(server.nextRequest()).isEqualTo("closed");
    }
  }

  @Test
  void aConnectionThatClosedRightAfterTheAnswerIsNotUsedAgain() throws Exception {
    // As long as what the client reads at a time, so that it goes on to the end of the connection.
    String head = "HTTP/1.1 200 OK\r\nContent-Length: 1900\r\nX-Fill: ";
    String full =
        head + "x".repeat(2048 - 1900 - 4 - head.length()) + "\r\n\r\n" + "x".repeat(1900);
    CountDownLatch closed = new CountDownLatch(1);
    try (ScriptedServer server =
        new ScriptedServer(
            peer -> {
              peer.readRequest();
              peer.send(full);
              peer.end();
              closed.countDown();
            })) {
      OutgoingRequest request = Sending.request(server.url("/"), "{}", TIMEOUT);
      CompletableFuture<AttemptResult> second = new CompletableFuture<>();
      sending
          .client()
          .send(
              request,
              first -> {
                awaitQuietly(closed);
                sending.client().send(request, second::complete);
              });

      assertThat(second.get(20, TimeUnit.SECONDS)).isInstanceOf(Answered.class);
      assertThat(server.connections()).isEqualTo(2);
    }
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }

  private static boolean is413OrClosed(AttemptResult result) {
    return result instanceof Answered answered
        ? answered.status() == 413
        : result.reason().equals("closed");
  }
}
