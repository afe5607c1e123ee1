package dev.barid.dispatcher.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.barid.core.attempt.AttemptResult;
import dev.barid.core.attempt.AttemptResult.Answered;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** One connection carries what it may carry, and another one is made for what is left. */
class Http2SharingTest {
  private static final Duration TIMEOUT = Duration.ofSeconds(20);
  private static final Duration SHORT = Duration.ofMillis(500);

  @TempDir static Path dir;

  @RegisterExtension final Sending sending = Sending.trusting(() -> dir);

  @BeforeAll
  static void certify() throws Exception {
    SelfSigned.make(dir, "ip:127.0.0.1");
  }

  private static String url(ScriptedServer server, String path) {
    return "https://127.0.0.1:" + server.port() + path;
  }

  private CompletableFuture<AttemptResult> start(ScriptedServer server, String path) {
    return sending.start(Sending.request(url(server, path), "", TIMEOUT));
  }

  private List<CompletableFuture<AttemptResult>> startMany(ScriptedServer server, int count) {
    List<CompletableFuture<AttemptResult>> started = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      started.add(start(server, "/" + i));
    }
    return started;
  }

  private static void assertAllAnswered(List<CompletableFuture<AttemptResult>> started)
      throws Exception {
    for (CompletableFuture<AttemptResult> each : started) {
      assertThat(each.get(20, TimeUnit.SECONDS)).isEqualTo(new Answered(200));
    }
  }

  @Test
  void manyAtOnceShareTheFirstConnectionThatIsMade() throws Exception {
    int count = 200;
    try (ScriptedServer server =
        Http2Peer.server(
            dir,
            peer -> {
              peer.begin();
              List<Integer> streams = new ArrayList<>();
              while (streams.size() < count) {
                streams.add(peer.request().stream());
              }
              for (int i = count - 1; i >= 0; i--) {
                peer.answer(streams.get(i), 200);
              }
              peer.awaitClose();
            })) {
      assertAllAnswered(startMany(server, count));

      assertThat(server.connections()).isEqualTo(1);
      assertThat(sending.client().connectionsMade()).isEqualTo(1);
    }
  }

  @Test
  void noMoreAreOnAConnectionThanThePeerTakesAndFurtherOnesAreMadeForTheRest() throws Exception {
    int most = 3;
    int count = 9;
    CountDownLatch allThere = new CountDownLatch(count);
    try (ScriptedServer server =
        Http2Peer.server(
            dir,
            peer -> {
              peer.begin(Http2Peer.MAX_CONCURRENT_STREAMS, most);
              List<Integer> streams = new ArrayList<>();
              while (streams.size() < most) {
                streams.add(peer.request().stream());
                allThere.countDown();
              }
              awaitQuietly(allThere);
              // Whatever came beyond them would come before this comes back.
              peer.send(Http2Peer.PING, 0, 0, new byte[8]);
              Http2Peer.Frame next = peer.next();
              while (next.type() != Http2Peer.PING) {
                assertThat(next.type()).isNotEqualTo(Http2Peer.HEADERS);
                next = peer.next();
              }
              for (int stream : streams) {
                peer.answer(stream, 200);
              }
              peer.awaitClose();
            })) {
      assertAllAnswered(startMany(server, count));

      assertThat(server.connections()).isEqualTo(count / most);
      assertThat(sending.client().connectionsMade()).isEqualTo(count / most);
    }
  }

  @Test
  void aPeerThatTakesNoneFailsThemAll() throws Exception {
    try (ScriptedServer server = Http2Peer.answering(dir, Http2Peer.MAX_CONCURRENT_STREAMS, 0)) {
      for (CompletableFuture<AttemptResult> each : startMany(server, 5)) {
        assertThat(each.get(20, TimeUnit.SECONDS).reason()).isEqualTo("closed");
      }
      assertThat(server.connections()).isLessThanOrEqualTo(5);
    }
  }

  @Test
  void whereHttp1IsSpokenEachHasItsOwnConnectionAndNobodyWaitsForTheSecond() throws Exception {
    int count = 20;
    CountDownLatch allThere = new CountDownLatch(count);
    try (ScriptedServer server =
        new ScriptedServer(
            SelfSigned.listenerOf(dir, "http/1.1"),
            peer -> {
              peer.readRequest();
              allThere.countDown();
              awaitQuietly(allThere);
              peer.send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
              peer.awaitClose();
            })) {
      assertAllAnswered(startMany(server, count));

      assertThat(server.connections()).isEqualTo(count);
    }
  }

  @Test
  void whenTheFirstConnectionFailsTheOthersMakeTheirOwn() throws Exception {
    int count = 10;
    CountDownLatch first = new CountDownLatch(1);
    try (ScriptedServer working = Http2Peer.answering(dir);
        ScriptedServer server =
            new ScriptedServer(
                peer -> {
                  boolean isFirst = first.getCount() > 0;
                  first.countDown();
                  if (isFirst) {
                    peer.pause(SHORT);
                    peer.reset();
                  } else {
                    peer.relay(working.port());
                  }
                })) {
      List<CompletableFuture<AttemptResult>> started = startMany(server, count);
      int failed = 0;
      for (CompletableFuture<AttemptResult> each : started) {
        failed += each.get(20, TimeUnit.SECONDS) instanceof Answered ? 0 : 1;
      }

      assertThat(failed).isEqualTo(1);
      assertThat(server.connections()).isLessThanOrEqualTo(count);
    }
  }

  @Test
  void aRefusedRequestIsSentAgainOnAnotherConnection() throws Exception {
    CountDownLatch first = new CountDownLatch(1);
    try (ScriptedServer server =
        Http2Peer.server(
            dir,
            peer -> {
              peer.begin();
              boolean isFirst = first.getCount() > 0;
              first.countDown();
              while (true) {
                Http2Peer.Request request = peer.request();
                peer.note(isFirst + request.path());
                if (isFirst) {
                  peer.reset(request.stream(), Http2Peer.REFUSED_STREAM);
                } else {
                  peer.answer(request.stream(), 200);
                }
              }
            })) {
      assertThat(start(server, "/a").get(20, TimeUnit.SECONDS)).isEqualTo(new Answered(200));
      assertThat(server.nextRequest()).isEqualTo("true/a");
      assertThat(server.nextRequest()).isEqualTo("false/a");
      assertThat(sending.client().connectionsMade()).isEqualTo(2);
    }
  }

  @Test
  void aRequestThatIsRefusedEachTimeIsClosed() throws Exception {
    try (ScriptedServer server =
        Http2Peer.server(
            dir,
            peer -> {
              peer.begin();
              while (true) {
                peer.reset(peer.request().stream(), Http2Peer.REFUSED_STREAM);
              }
            })) {
      AttemptResult result = start(server, "/").get(20, TimeUnit.SECONDS);

      assertThat(result.reason()).isEqualTo("closed");
      assertThat(result.error().orElseThrow()).contains("REFUSED_STREAM");
      assertThat(server.connections()).isEqualTo(4);
    }
  }

  @Test
  void aRequestResetForAnotherReasonIsNotRepeated() throws Exception {
    try (ScriptedServer server =
        Http2Peer.server(
            dir,
            peer -> {
              peer.begin();
              peer.reset(peer.request().stream(), Http2Peer.INTERNAL_ERROR);
              peer.answer(peer.request().stream(), 200);
              peer.awaitClose();
            })) {
      AttemptResult result = start(server, "/").get(20, TimeUnit.SECONDS);

      assertThat(result.error().orElseThrow())
          .isEqualTo(
              "closed: the request was reset with INTERNAL_ERROR while waiting for the answer");
      assertThat(start(server, "/").get(20, TimeUnit.SECONDS)).isEqualTo(new Answered(200));
      assertThat(server.connections()).isEqualTo(1);
    }
  }

  @Test
  void whatAPeerThatGoesAwayHasNotBegunWithIsSentAgainAndTheRestEndsThere() throws Exception {
    CountDownLatch first = new CountDownLatch(1);
    CountDownLatch sentAgain = new CountDownLatch(1);
    try (ScriptedServer server =
        Http2Peer.server(
            dir,
            peer -> {
              peer.begin();
              boolean isFirst = first.getCount() > 0;
              first.countDown();
              if (isFirst) {
                int begun = peer.request().stream();
                peer.request();
                peer.goAway(begun, Http2Peer.NO_ERROR);
                awaitQuietly(sentAgain);
                peer.answer(begun, 200);
                peer.next(Http2Peer.GOAWAY);
                peer.note("closed");
              } else {
                peer.answer(peer.request().stream(), 200);
                sentAgain.countDown();
                peer.awaitClose();
              }
            })) {
      assertAllAnswered(startMany(server, 2));

      assertThat(server.nextRequest()).isEqualTo("closed");
      assertThat(server.connections()).isEqualTo(2);
    }
  }

  @Test
  void aPeerThatGoesAwayWhileIdleIsAskedNoMore() throws Exception {
    CountDownLatch idle = new CountDownLatch(1);
    try (ScriptedServer server =
        Http2Peer.server(
            dir,
            peer -> {
              peer.begin();
              int stream = peer.request().stream();
              peer.answer(stream, 200);
              awaitQuietly(idle);
              peer.goAway(stream, Http2Peer.NO_ERROR);
              peer.awaitClose();
              peer.note("closed");
            })) {
      assertAllAnswered(startMany(server, 1));
      idle.countDown();
      assertThat(server.nextRequest()).isEqualTo("closed");
      assertAllAnswered(startMany(server, 1));

      assertThat(server.connections()).isEqualTo(2);
    }
  }

  @Test
  void whatMayHaveBeenActedUponIsNotRepeatedWhenTheConnectionCloses() throws Exception {
    try (ScriptedServer server =
        Http2Peer.server(
            dir,
            peer -> {
              peer.begin();
              peer.request();
            })) {
      assertThat(start(server, "/").get(20, TimeUnit.SECONDS).reason()).isEqualTo("closed");
      assertThat(server.connections()).isEqualTo(1);
    }
  }

  @Test
  void aDeadlineResetsItsStreamAndNotTheConnection() throws Exception {
    try (ScriptedServer server =
        Http2Peer.server(
            dir,
            peer -> {
              peer.begin();
              int hanging = peer.request().stream();
              int other = peer.request().stream();
              peer.headers(other, false, 200);
              Http2Peer.Frame reset = peer.next(Http2Peer.RST_STREAM);
              peer.note("" + (reset.stream() == hanging) + reset.number());
              peer.body(other, true, "ok");
              peer.answer(peer.request().stream(), 200);
              peer.awaitClose();
            })) {
      CompletableFuture<AttemptResult> hanging =
          sending.start(Sending.request(url(server, "/"), "", SHORT));
      CompletableFuture<AttemptResult> other = start(server, "/");

      assertThat(hanging.get(20, TimeUnit.SECONDS).reason()).isEqualTo("timeout");
      assertThat(server.nextRequest()).isEqualTo("true" + Http2Peer.CANCEL);
      assertThat(other.get(20, TimeUnit.SECONDS)).isInstanceOf(Answered.class);
      assertAllAnswered(startMany(server, 1));
      assertThat(server.connections()).isEqualTo(1);
    }
  }

  @Test
  void aCancelledAttemptResetsItsStreamAndNotTheConnection() throws Exception {
    try (ScriptedServer server =
        Http2Peer.server(
            dir,
            peer -> {
              peer.begin();
              peer.request();
              peer.note("begun");
              peer.note("" + peer.next(Http2Peer.RST_STREAM).number());
              peer.answer(peer.request().stream(), 200);
              peer.awaitClose();
            })) {
      CompletableFuture<AttemptResult> result = new CompletableFuture<>();
      Attempt attempt =
          sending.client().send(Sending.request(url(server, "/"), "", TIMEOUT), result::complete);
      assertThat(server.nextRequest()).isEqualTo("begun");
      attempt.cancel();

      assertThat(result.get(20, TimeUnit.SECONDS).reason()).isEqualTo("closed");
      assertThat(server.nextRequest()).isEqualTo("" + Http2Peer.CANCEL);
      assertAllAnswered(startMany(server, 1));
      assertThat(server.connections()).isEqualTo(1);
    }
  }

  @Test
  void ofARequestThatIsNotReadNothingGoesOutAfterItsDeadline() throws Exception {
    try (ScriptedServer server =
        Http2Peer.server(
            dir,
            peer -> {
              peer.begin();
              peer.allow(0, 1 << 20);
              int got = 0;
              Http2Peer.Frame next = peer.next();
              while (next.type() != Http2Peer.RST_STREAM) {
                got += next.type() == Http2Peer.DATA ? next.payload().length : 0;
                next = peer.next();
              }
              peer.allow(next.stream(), 1 << 20);
              peer.answer(peer.request().stream(), 200);
              peer.note("" + got);
              peer.awaitClose();
            })) {
      assertThat(
              sending
                  .post(Sending.request(url(server, "/"), "x".repeat(1 << 20), SHORT))
                  .error()
                  .orElseThrow())
          .isEqualTo("timeout: not done within 500ms, while sending the request");
      assertAllAnswered(startMany(server, 1));
      assertThat(server.nextRequest()).isEqualTo("65535");
    }
  }

  @Test
  void aConnectionThatWasSilentForAnAttemptsWholeTimeTakesNoFurtherOne() throws Exception {
    CountDownLatch first = new CountDownLatch(1);
    try (ScriptedServer server =
        Http2Peer.server(
            dir,
            peer -> {
              peer.begin();
              boolean isFirst = first.getCount() > 0;
              first.countDown();
              if (isFirst) {
                // The acknowledgement of the settings comes before, so that nothing does later.
                peer.answer(peer.request().stream(), 200);
                peer.awaitClose();
                peer.note("closed");
              } else {
                peer.answer(peer.request().stream(), 200);
                peer.awaitClose();
              }
            })) {
      assertAllAnswered(startMany(server, 1));
      CompletableFuture<AttemptResult> longer =
          sending.start(Sending.request(url(server, "/"), "", SHORT.multipliedBy(4)));
      assertThat(sending.failed(url(server, "/"), SHORT).reason()).isEqualTo("timeout");
      assertAllAnswered(startMany(server, 1));
      assertThat(server.connections()).isEqualTo(2);
      assertThat(longer).isNotDone();

      assertThat(longer.get(20, TimeUnit.SECONDS).reason()).isEqualTo("timeout");
      assertThat(server.nextRequest()).isEqualTo("closed");
    }
  }

  @Test
  void aConnectionThatSaysSomethingIsKeptWhateverTimesOutOnIt() throws Exception {
    try (ScriptedServer server =
        Http2Peer.server(
            dir,
            peer -> {
              peer.begin();
              peer.request();
              peer.send(Http2Peer.PING, 0, 0, new byte[8]);
              peer.next(Http2Peer.RST_STREAM);
              peer.answer(peer.request().stream(), 200);
              peer.awaitClose();
            })) {
      assertThat(sending.failed(url(server, "/"), SHORT).reason()).isEqualTo("timeout");
      assertAllAnswered(startMany(server, 1));

      assertThat(server.connections()).isEqualTo(1);
    }
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }
}
