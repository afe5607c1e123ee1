package dev.barid.dispatcher.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.barid.core.attempt.AttemptResult.Answered;
import dev.barid.core.attempt.AttemptResult.Failed;
import dev.barid.core.attempt.ErrorClass;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever the endpoint answers comes out as one result, and nothing it says is acted upon. */
class AnswersTest {
  private static final Duration SHORT = Duration.ofMillis(500);

  @RegisterExtension final Sending sending = new Sending();

  private Answered answer(String raw) throws IOException {
    try (ScriptedServer server = ScriptedServer.answering(raw)) {
      return sending.answered(server.url("/"));
    }
  }

  @Test
  void statusRetryAfterAndExcerptAreKept() throws Exception {
    assertThat(answer("HTTP/1.1 503 Busy\r\nretry-after:  30 \r\nContent-Length: 4\r\n\r\nlate"))
        .isEqualTo(new Answered(503, Optional.of("30"), Optional.empty(), "late"));
  }

  @Test
  void anAnswerInChunksIsOneAnswer() throws Exception {
    assertThat(
            answer(
                    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
                        + "2\r\nab\r\n3\r\ncde\r\n0\r\n\r\n")
                .excerpt())
        .isEqualTo("abcde");
  }

  @Test
  void anAnswerThatEndsWithItsConnectionIsOneAnswer() throws Exception {
    try (ScriptedServer server =
        new ScriptedServer(
            peer -> {
              peer.readRequest();
              peer.send("HTTP/1.0 200 OK\r\n\r\nbye");
            })) {
      assertThat(sending.answered(server.url("/")).excerpt()).isEqualTo("bye");
    }
  }

  @Test
  @Tag("R-C5")
  void aRedirectIsNotFollowedAndItsLocationKept() throws Exception {
    try (ScriptedServer elsewhere = ScriptedServer.answering("HTTP/1.1 200 OK\r\n\r\n");
        ScriptedServer server =
            ScriptedServer.answering(
                "HTTP/1.1 302 Found\r\nLocation: "
                    + elsewhere.url("/login")
                    + "\r\nContent-Length: 0\r\n\r\n")) {
      assertThat(sending.answered(server.url("/")))
          .isEqualTo(new Answered(302, Optional.empty(), Optional.of(elsewhere.url("/login")), ""));
      assertThat(elsewhere.connections()).isZero();
    }
  }

  @Test
  void aLongFieldIsCut() throws Exception {
    Answered answered =
        answer(
            "HTTP/1.1 302 Found\r\nLocation: "
                + "x".repeat(4_000)
                + "\r\nContent-Length: 0\r\n\r\n");

    assertThat(answered.location().orElseThrow()).hasSize(256);
  }

  @Test
  @Tag("R-I8")
  void ofABodyOneKibibyteIsKept() throws Exception {
    assertThat(
            answer("HTTP/1.1 500 No\r\nContent-Length: 5000\r\n\r\n" + "\u00c3\u00a9".repeat(2500))
                .excerpt())
        .isEqualTo("\u00e9".repeat(512));
  }

  @Test
  @Tag("R-I8")
  void anEndlessBodyIsReadTo64KibibytesAndTheStatusCounts() throws Exception {
    try (ScriptedServer server =
        new ScriptedServer(
            peer -> {
              peer.readRequest();
              peer.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
              while (true) {
                peer.send("400\r\n" + "x".repeat(1024) + "\r\n");
              }
            })) {
      assertThat(sending.answered(server.url("/")))
          .isEqualTo(new Answered(200, Optional.empty(), Optional.empty(), "x".repeat(1024)));
    }
  }

  @Test
  void bytesThatAreNoTextBecomeAnExcerptAllTheSame() throws Exception {
    assertThat(answer("HTTP/1.1 500 No\r\nContent-Length: 3\r\n\r\n\u00ff\u0000\u00fe").excerpt())
        .hasSize(3);
  }

  @Test
  void interimAnswersArePassedOver() throws Exception {
    assertThat(
            answer(
                    "HTTP/1.1 100 Continue\r\n\r\n"
                        + "HTTP/1.1 102 Processing\r\n\r\n"
                        + "HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n"
                        + "HTTP/1.1 204 No Content\r\n\r\n")
                .status())
        .isEqualTo(204);
  }

  @Test
  @Tag("R-I8")
  void aFloodOfInterimAnswersIsNoAnswer() throws Exception {
    try (ScriptedServer server =
        new ScriptedServer(
            peer -> {
              peer.readRequest();
              while (true) {
                peer.send("HTTP/1.1 102 Processing\r\n\r\n");
              }
            })) {
      Failed failed = sending.failed(server.url("/"));

      assertThat(failed.kind()).isEqualTo(ErrorClass.CLOSED);
      assertThat(failed.message()).contains("interim answers");
    }
  }

  @Test
  void anAnswerInAnotherProtocolIsTheLastOneOfItsConnection() throws Exception {
    try (ScriptedServer server =
        ScriptedServer.answering(
            "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n")) {
      assertThat(sending.answered(server.url("/")).status()).isEqualTo(101);
      assertThat(sending.answered(server.url("/")).status()).isEqualTo(101);
      assertThat(server.connections()).isEqualTo(2);
    }
  }

  @Test
  void aBodyAfter204IsNoPartOfTheAnswer() throws Exception {
    assertThat(answer("HTTP/1.1 204 No Content\r\nContent-Length: 5\r\n\r\nhello"))
        .isEqualTo(new Answered(204));
  }

  @Test
  void whatFollowsTheAnnouncedLengthIsNoPartOfThisAnswerNorOfTheNext() throws Exception {
    String tooLong = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nokHTTP/1.1 404 No\r\n\r\n";
    try (ScriptedServer server = ScriptedServer.answering(tooLong)) {
      for (int i = 0; i < 20; i++) {
        assertThat(sending.answered(server.url("/")).excerpt()).isEqualTo("ok");
      }
    }
  }

  @Test
  void aLengthThatIsNoNumberIsNoAnswer() throws Exception {
    try (ScriptedServer server =
        ScriptedServer.answering("HTTP/1.1 200 OK\r\nContent-Length: lots\r\n\r\n")) {
      assertThat(sending.failed(server.url("/")).kind()).isEqualTo(ErrorClass.CLOSED);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "HTTP/1.0 200 OK\r\nConnection: keep-alive\r\nTransfer-Encoding: chunked\r\n\r\n"
            + "0\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 0\r\nContent-Length: 1\r\n\r\nx"
      })
  void whereItIsInDoubtWhereAnAnswerEndsItIsNone(String answer) throws Exception {
    try (ScriptedServer server = ScriptedServer.answering(answer)) {
      assertThat(sending.failed(server.url("/")).kind()).isEqualTo(ErrorClass.CLOSED);
      assertThat(sending.failed(server.url("/")).kind()).isEqualTo(ErrorClass.CLOSED);
      assertThat(server.connections()).isEqualTo(2);
    }
  }

  @Test
  void aChunkWithoutASizeIsNoAnswer() throws Exception {
    try (ScriptedServer server =
        ScriptedServer.answering(
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nab\r\n")) {
      assertThat(sending.failed(server.url("/")).kind()).isEqualTo(ErrorClass.CLOSED);
    }
  }

  @Test
  void aBodyShorterThanItsLengthIsCutOff() throws Exception {
    try (ScriptedServer server =
        new ScriptedServer(
            peer -> {
              peer.readRequest();
              peer.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc");
            })) {
      Failed failed = sending.failed(server.url("/"));

      assertThat(failed.kind()).isEqualTo(ErrorClass.CLOSED);
      assertThat(failed.message()).contains("3 bytes so far");
    }
  }

  @Test
  void garbageIsNoAnswer() throws Exception {
    try (ScriptedServer server = ScriptedServer.answering("SSH-2.0-OpenSSH_9.9\r\n\r\n")) {
      Failed failed = sending.failed(server.url("/"));

      assertThat(failed.kind()).isEqualTo(ErrorClass.CLOSED);
      assertThat(failed.message()).contains("no HTTP");
    }
  }

  @Test
  void headersBeyondTheLimitAreNoAnswer() throws Exception {
    try (ScriptedServer server =
        ScriptedServer.answering(
            "HTTP/1.1 200 OK\r\nX-Big: " + "x".repeat(40_000) + "\r\nContent-Length: 0\r\n\r\n")) {
      Failed failed = sending.failed(server.url("/"));

      assertThat(failed.kind()).isEqualTo(ErrorClass.CLOSED);
      assertThat(failed.message()).contains("headers are too large");
    }
  }

  @Test
  void aBodyThatNeverComesEndsAtTheDeadline() throws Exception {
    try (ScriptedServer server =
        ScriptedServer.answering("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc")) {
      assertThat(sending.failed(server.url("/"), SHORT).kind()).isEqualTo(ErrorClass.TIMEOUT);
    }
  }
}
