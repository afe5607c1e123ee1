package dev.barid.dispatcher.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.barid.core.attempt.AttemptResult;
import dev.barid.core.attempt.AttemptResult.Failed;
import dev.barid.core.attempt.ErrorClass;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Each attempt ends once, whatever happens to it, and on its client's event loop. */
class OnceOnlyTest {
  private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n";

  @RegisterExtension final Sending sending = new Sending();

  @Test
  void aCancelledAttemptEndsAsClosed() throws Exception {
    try (ScriptedServer hanging = new ScriptedServer(ScriptedServer.Peer::awaitClose)) {
      CompletableFuture<AttemptResult> result = new CompletableFuture<>();
      Attempt attempt =
          sending
              .client()
              .send(
                  Sending.request(hanging.url("/"), "{}", Duration.ofSeconds(20)),
                  result::complete);
      attempt.cancel();

      Failed failed = (Failed) result.get(10, TimeUnit.SECONDS);
      assertThat(failed.kind()).isEqualTo(ErrorClass.CLOSED);
      assertThat(failed.message()).startsWith("abandoned while");
    }
  }

  @Test
  void whatIsInFlightEndsWhenItsClientCloses() throws Exception {
    try (ScriptedServer hanging = new ScriptedServer(ScriptedServer.Peer::awaitClose)) {
      OutgoingRequest request = Sending.request(hanging.url("/"), "{}", Duration.ofSeconds(20));
      CompletableFuture<AttemptResult> before = sending.start(request);
      sending.client().close();
      CompletableFuture<AttemptResult> after = sending.start(request);

      assertThat(before.get(10, TimeUnit.SECONDS).reason()).isEqualTo("closed");
      assertThat(after.get(10, TimeUnit.SECONDS).reason()).isEqualTo("closed");
    }
  }

  @Test
  void aConnectionThatIsBeingMadeEndsWithItsClient() throws Exception {
    try (ScriptedServer mute =
        new ScriptedServer(
            peer -> {
              peer.pause(Duration.ofSeconds(10));
              peer.note("begun");
              peer.readAll();
              peer.note("closed");
            })) {
      String url = "https://127.0.0.1:" + mute.port() + "/";
      sending.start(Sending.request(url, "{}", Duration.ofSeconds(60)));
      assertThat(mute.nextRequest()).isEqualTo("begun");
      sending.client().close();

      assertThat(mute.nextRequest()).isEqualTo("closed");
    }
  }

  @Test
  void inARaceOfAnswerDeadlineCancelAndCloseEachAttemptEndsOnce() throws Exception {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    int count = 2_000;
    AtomicIntegerArray ends = new AtomicIntegerArray(count);
    CompletableFuture<?>[] first = new CompletableFuture<?>[count];
    try (ScriptedServer server = ScriptedServer.answering(OK)) {
      for (int i = 0; i < count; i++) {
        int index = i;
        first[i] = new CompletableFuture<>();
        Attempt attempt =
            sending
                .client()
                .send(
                    Sending.request(
                        server.url("/"), "{}", Duration.ofMillis(1 + random.nextInt(50))),
                    result -> {
                      ends.incrementAndGet(index);
                      first[index].complete(null);
                    });
        switch (random.nextInt(4)) {
          case 0 -> attempt.cancel();
          case 1 -> {
            first[index].get(10, TimeUnit.SECONDS);
            attempt.cancel();
          }
          default -> {}
        }
      }
      sending.client().close();
      CompletableFuture.allOf(first).get(10, TimeUnit.SECONDS);
      // Whatever would still end an attempt again has had its turn once this one's end arrives.
      sending.post(Sending.request(server.url("/"), "{}", Duration.ofSeconds(10)));
    }
    for (int i = 0; i < count; i++) {
      assertThat(ends.get(i)).as("ends of attempt %s, seed %s", i, seed).isEqualTo(1);
    }
  }

  @Test
  void anEndThatThrowsHoldsUpNoOther() throws Exception {
    try (ScriptedServer hanging = new ScriptedServer(ScriptedServer.Peer::awaitClose);
        ScriptedServer server = ScriptedServer.answering(OK)) {
      Duration soon = Duration.ofMillis(100);
      // It ends as it begins, for its address is refused.
      sending.client().send(Sending.request("http://10.0.0.1/", "{}", soon), OnceOnlyTest::fail);
      sending.client().send(Sending.request(hanging.url("/"), "{}", soon), OnceOnlyTest::fail);
      CompletableFuture<AttemptResult> later =
          sending.start(Sending.request(hanging.url("/"), "{}", soon.multipliedBy(3)));

      assertThat(later.get(10, TimeUnit.SECONDS).reason()).isEqualTo("timeout");
      assertThat(sending.answered(server.url("/")).status()).isEqualTo(200);
      assertThat(sending.client().unbegun()).isZero();
    }
  }

  private static void fail(AttemptResult result) {
    throw new IllegalStateException("thrown by the test for " + result);
  }

  @Test
  void whatIsCancelledBeforeItBeganNeverBegins() throws Exception {
    int count = 200;
    CountDownLatch allCancelled = new CountDownLatch(1);
    List<CompletableFuture<AttemptResult>> results = new ArrayList<>();
    try (ScriptedServer server = ScriptedServer.answering(OK)) {
      sending.client().loop().execute(() -> awaitQuietly(allCancelled));
      for (int i = 0; i < count; i++) {
        CompletableFuture<AttemptResult> result = new CompletableFuture<>();
        results.add(result);
        sending
            .client()
            .send(Sending.request(server.url("/"), "{}", Duration.ofSeconds(20)), result::complete)
            .cancel();
      }
      allCancelled.countDown();
      for (CompletableFuture<AttemptResult> result : results) {
        assertThat(result.get(10, TimeUnit.SECONDS).reason()).isEqualTo("closed");
      }
      // Whatever would still begin has begun once this one, the last in line, has its answer.
      assertThat(sending.answered(server.url("/")).status()).isEqualTo(200);
      assertThat(sending.client().connectionsMade()).isLessThan(count);
    }
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void allEndOnOneEventLoop() throws Exception {
    Queue<String> threads = new ConcurrentLinkedQueue<>();
    List<CompletableFuture<AttemptResult>> results = new ArrayList<>();
    try (ScriptedServer server = ScriptedServer.answering(OK)) {
      String port = ":" + server.port() + "/";
      for (String host : List.of("127.0.0.1", "localhost", "127.0.0.2", "nothing.invalid")) {
        for (int i = 0; i < 5; i++) {
          CompletableFuture<AttemptResult> result = new CompletableFuture<>();
          results.add(result);
          sending
              .client()
              .send(
                  Sending.request("http://" + host + port, "{}", Duration.ofSeconds(1)),
                  end -> {
                    threads.add(Thread.currentThread().getName());
                    result.complete(end);
                  });
        }
      }
      CompletableFuture.allOf(results.toArray(CompletableFuture[]::new)).get(20, TimeUnit.SECONDS);
    }
    assertThat(threads).hasSize(20).containsOnly(threads.element());
  }
}
