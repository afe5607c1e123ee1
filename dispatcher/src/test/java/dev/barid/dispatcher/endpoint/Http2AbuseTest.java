package dev.barid.dispatcher.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.barid.core.attempt.AttemptResult.Answered;
import dev.barid.core.attempt.AttemptResult.Failed;
import dev.barid.core.attempt.ErrorClass;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** What a peer sends beyond measure ends its stream or its connection, and never memory or time. */
@Tag("R-I7")
@Tag("R-I8")
class Http2AbuseTest {
  private static final Duration TIMEOUT = Duration.ofSeconds(20);

  @TempDir static Path dir;

  @RegisterExtension final Sending sending = Sending.trusting(() -> dir);

  @BeforeAll
  static void certify() throws Exception {
    SelfSigned.make(dir, "ip:127.0.0.1");
  }

  private static String url(ScriptedServer server) {
    return "https://127.0.0.1:" + server.port() + "/";
  }

  /** What an attempt comes to whose request is met by this; it is closed, well before its time. */
  private String failure(Http2Peer.Script afterRequest) throws Exception {
    try (ScriptedServer server = scripted(afterRequest)) {
      Failed failed = sending.failed(url(server), TIMEOUT);

      assertThat(failed.kind()).isEqualTo(ErrorClass.CLOSED);
      return failed.message();
    }
  }

  private static ScriptedServer scripted(Http2Peer.Script afterRequest) throws Exception {
    return Http2Peer.server(
        dir,
        peer -> {
          peer.begin();
          peer.request();
          afterRequest.run(peer);
          peer.awaitClose();
        });
  }

  @Test
  void anEndlessBodyIsReadTo64KibibytesAndItsStreamReset() throws Exception {
    try (ScriptedServer server =
        Http2Peer.server(
            dir,
            peer -> {
              peer.begin();
              int stream = peer.request().stream();
              peer.headers(stream, false, 200);
              int window = 65_535;
              boolean reset = false;
              while (!reset) {
                int length = Math.min(window, 1_024);
                peer.body(stream, false, "x".repeat(length));
                window -= length;
                while (window == 0 && !reset) {
                  Http2Peer.Frame frame = peer.next();
                  reset = frame.type() == Http2Peer.RST_STREAM;
                  if (frame.type() == Http2Peer.WINDOW_UPDATE && frame.stream() == stream) {
                    window += frame.number();
                  }
                }
              }
              peer.note("reset");
              peer.answer(peer.request().stream(), 200);
              peer.awaitClose();
            })) {
      assertThat(sending.answered(url(server)))
          .isEqualTo(new Answered(200, Optional.empty(), Optional.empty(), "x".repeat(1_024)));
      assertThat(server.nextRequest()).isEqualTo("reset");
      assertThat(sending.answered(url(server)).status()).isEqualTo(200);
      assertThat(server.connections()).isEqualTo(1);
    }
  }

  @Test
  void headersBeyondTheLimitFailTheirAttemptAlone() throws Exception {
    try (ScriptedServer server =
        Http2Peer.server(
            dir,
            peer -> {
              peer.begin();
              int stream = peer.request().stream();
              String[] fields = new String[60];
              for (int i = 0; i < fields.length; i++) {
                fields[i] = i % 2 == 0 ? "x-" + i : "v".repeat(1_090);
              }
              byte[] block = Http2Peer.fields(fields);
              peer.send(Http2Peer.HEADERS, 0, stream, Arrays.copyOf(block, 16_000));
              peer.send(
                  Http2Peer.CONTINUATION, 0, stream, Arrays.copyOfRange(block, 16_000, 32_000));
              peer.send(
                  Http2Peer.CONTINUATION,
                  Http2Peer.END_HEADERS,
                  stream,
                  Arrays.copyOfRange(block, 32_000, block.length));
              peer.answer(peer.request().stream(), 200);
              peer.awaitClose();
            })) {
      assertThat(sending.failed(url(server), TIMEOUT).message())
          .startsWith("the answer's headers are too large");
      assertThat(sending.answered(url(server)).status()).isEqualTo(200);
      assertThat(server.connections()).isEqualTo(1);
    }
  }

  @Test
  void headersWithoutEndAreNoAnswer() throws Exception {
    String failure =
        failure(
            peer -> {
              peer.send(Http2Peer.HEADERS, 0, Http2Peer.FIRST, Http2Peer.fields("x", "y"));
              byte[] more = Http2Peer.fields("x", "z".repeat(16_000));
              peer.flood(Http2Peer.CONTINUATION, 0, Http2Peer.FIRST, more);
            });

    assertThat(failure).contains("no HTTP/2").contains("Header size exceeded");
  }

  @Test
  void aFloodOfSmallContinuationsIsNoAnswer() throws Exception {
    assertThat(
            failure(
                peer -> {
                  peer.send(Http2Peer.HEADERS, 0, Http2Peer.FIRST, Http2Peer.fields("x", "y"));
                  peer.flood(Http2Peer.CONTINUATION, 0, Http2Peer.FIRST, new byte[0]);
                }))
        .contains("no HTTP/2");
  }

  @Test
  void aFloodOfPingsIsNoAnswer() throws Exception {
    assertThat(failure(peer -> peer.flood(Http2Peer.PING, 0, 0, new byte[8])))
        .contains("no HTTP/2");
  }

  @Test
  void aFloodOfPingsOnAnIdleConnectionEndsIt() throws Exception {
    try (ScriptedServer server =
        Http2Peer.server(
            dir,
            peer -> {
              peer.begin();
              peer.answer(peer.request().stream(), 200);
              try {
                peer.flood(Http2Peer.PING, 0, 0, new byte[8]);
              } finally {
                peer.note("closed");
              }
            })) {
      assertThat(sending.answered(url(server)).status()).isEqualTo(200);
      assertThat(server.nextRequest()).isEqualTo("closed");
    }
  }

  @Test
  void aFloodOfSettingsIsNoAnswer() throws Exception {
    assertThat(failure(peer -> peer.flood(Http2Peer.SETTINGS, 0, 0, new byte[0])))
        .contains("no HTTP/2");
  }

  @Test
  void aFloodOfUnknownFramesIsNoAnswer() throws Exception {
    assertThat(failure(peer -> peer.flood(0x77, 0, 0, new byte[8]))).contains("no HTTP/2");
  }

  @Test
  void aFloodOfResetsIsNoAnswer() throws Exception {
    try (ScriptedServer server =
        Http2Peer.server(
            dir,
            peer -> {
              peer.begin();
              int first = peer.request().stream();
              peer.reset(first, Http2Peer.INTERNAL_ERROR);
              peer.request();
              peer.flood(Http2Peer.RST_STREAM, 0, first, Http2Peer.number(Http2Peer.CANCEL));
            })) {
      sending.failed(url(server), TIMEOUT);
      assertThat(sending.failed(url(server), TIMEOUT).kind()).isEqualTo(ErrorClass.CLOSED);
    }
  }

  @Test
  void aFloodOfEmptyDataIsNoAnswer() throws Exception {
    assertThat(
            failure(
                peer -> {
                  peer.headers(Http2Peer.FIRST, false, 200);
                  peer.flood(Http2Peer.DATA, 0, Http2Peer.FIRST, new byte[0]);
                }))
        .contains("no HTTP/2");
  }

  @Test
  void aFloodOfInterimAnswersIsNoAnswer() throws Exception {
    assertThat(
            failure(
                peer ->
                    peer.flood(
                        Http2Peer.HEADERS,
                        Http2Peer.END_HEADERS,
                        Http2Peer.FIRST,
                        Http2Peer.head(102))))
        .contains("interim answers");
  }

  @Test
  void aFloodOnAStreamThatWasResetEndsTheConnection() throws Exception {
    try (ScriptedServer server =
        Http2Peer.server(
            dir,
            peer -> {
              peer.begin();
              peer.request();
              peer.next(Http2Peer.RST_STREAM);
              try {
                peer.flood(
                    Http2Peer.HEADERS, Http2Peer.END_HEADERS, Http2Peer.FIRST, Http2Peer.head(200));
              } finally {
                peer.note("closed");
              }
            })) {
      sending.failed(url(server), Duration.ofMillis(300));

      assertThat(server.nextRequest()).isEqualTo("closed");
    }
  }

  @Test
  void whatIsPushedIsRefused() throws Exception {
    assertThat(
            failure(
                peer ->
                    peer.send(
                        Http2Peer.PUSH_PROMISE,
                        Http2Peer.END_HEADERS,
                        Http2Peer.FIRST,
                        new byte[] {0, 0, 0, 2, (byte) 0x82})))
        .contains("no HTTP/2");
  }

  @Test
  void aStreamOfTheServersOwnIsRefusedAndNoAnswer() throws Exception {
    try (ScriptedServer server =
        Http2Peer.server(
            dir,
            peer -> {
              peer.begin();
              int asked = peer.request().stream();
              peer.answer(2, 500);
              Http2Peer.Frame reset = peer.next(Http2Peer.RST_STREAM);
              peer.note(reset.stream() + ": " + reset.number());
              peer.answer(asked, 200);
              peer.awaitClose();
            })) {
      assertThat(sending.answered(url(server)).status()).isEqualTo(200);
      assertThat(server.nextRequest()).isEqualTo("2: " + Http2Peer.REFUSED_STREAM);
    }
  }

  @Test
  void aBrokenFrameFailsAllThatAreOnTheConnection() throws Exception {
    String failure =
        failure(peer -> peer.send(Http2Peer.WINDOW_UPDATE, 0, 0, new byte[] {1, 2, 3}));

    assertThat(failure).contains("no HTTP/2").contains("FRAME_SIZE_ERROR");
  }

  @Test
  void garbageIsNoAnswer() throws Exception {
    assertThat(failure(peer -> peer.sendRaw("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")))
        .contains("no HTTP/2");
  }

  @Test
  void anAnswerWithoutAStatusIsNone() throws Exception {
    assertThat(
            failure(
                peer ->
                    peer.send(
                        Http2Peer.HEADERS,
                        Http2Peer.END_HEADERS | Http2Peer.END_STREAM,
                        Http2Peer.FIRST,
                        Http2Peer.fields("x", "y"))))
        .contains("no HTTP/2");
  }

  @Test
  void aBodyBeforeItsStatusIsNoAnswer() throws Exception {
    assertThat(failure(peer -> peer.body(Http2Peer.FIRST, true, "hello"))).contains("no HTTP/2");
  }

  @Test
  void anAnswerThatSwitchesProtocolsIsNone() throws Exception {
    assertThat(failure(peer -> peer.headers(Http2Peer.FIRST, false, 101))).contains("no HTTP/2");
  }

  @Test
  void aBodyThatIsNotAsLongAsAnnouncedIsNoAnswer() throws Exception {
    assertThat(
            failure(
                peer -> {
                  peer.headers(Http2Peer.FIRST, false, 200, "content-length", "10");
                  peer.body(Http2Peer.FIRST, true, "abc");
                }))
        .contains("no HTTP/2");
  }

  @Test
  void aWindowThatOverflowsIsNoAnswer() throws Exception {
    assertThat(failure(peer -> peer.allow(0, Integer.MAX_VALUE))).contains("FLOW_CONTROL_ERROR");
  }
}
