package dev.barid.dispatcher.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.barid.core.attempt.AttemptResult;
import dev.barid.core.attempt.AttemptResult.Answered;
import dev.barid.core.attempt.AttemptResult.Failed;
import dev.barid.core.attempt.ErrorClass;
import io.netty.handler.codec.http2.Http2Headers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A request over HTTP/2 says the same as one over HTTP/1.1, and so does its answer. */
class Http2ExchangesTest {
  private static final Duration TIMEOUT = Duration.ofSeconds(10);
  private static final int FIRST_WINDOW = 65_535;

  @TempDir static Path dir;

  @RegisterExtension final Sending sending = Sending.trusting(() -> dir);

  @BeforeAll
  static void certify() throws Exception {
    SelfSigned.make(dir, "ip:127.0.0.1");
  }

  private static String url(ScriptedServer server) {
    return "https://127.0.0.1:" + server.port() + "/in";
  }

  private Answered answer(Http2Peer.Script afterRequest) throws Exception {
    try (ScriptedServer server =
        Http2Peer.server(
            dir,
            peer -> {
              peer.begin();
              peer.request();
              afterRequest.run(peer);
              peer.awaitClose();
            })) {
      return sending.answered(url(server));
    }
  }

  @Test
  void theServerChoosesAmongWhatIsOffered() throws Exception {
    try (ScriptedServer both =
            new ScriptedServer(
                SelfSigned.listenerOf(dir, "http/1.1", "h2"),
                peer -> {
                  while (peer.readRequest()) {
                    peer.send("HTTP/1.1 204 No Content\r\n\r\n");
                  }
                });
        ScriptedServer http2 = Http2Peer.answering(dir)) {
      assertThat(sending.answered(url(both)).status()).isEqualTo(204);
      assertThat(both.nextRequest()).startsWith("POST /in HTTP/1.1\r\n");
      assertThat(sending.answered(url(http2)).status()).isEqualTo(200);
    }
  }

  @Test
  @Tag("R-H1")
  @Tag("R-H6")
  void aRequestSaysTheSameAsOverHttp1() throws Exception {
    try (ScriptedServer server =
        Http2Peer.server(
            dir,
            peer -> {
              peer.begin();
              Http2Peer.Request request = peer.request();
              Map<String, String> fields = new TreeMap<>();
              request.headers().forEach(f -> fields.put("" + f.getKey(), "" + f.getValue()));
              peer.note(fields.toString());
              peer.note(new String(request.body(), StandardCharsets.UTF_8));
              peer.answer(request.stream(), 200);
              peer.awaitClose();
            })) {
      String target = "/in%2Fbox//a/../b;c?q=%2F&r=%20+";
      sending.post(
          Sending.request(
              "https://127.0.0.1:" + server.port() + target,
              List.of(
                  Map.entry("Host", "hooks.example:1"),
                  Map.entry("X-Second", "2"),
                  Map.entry("Connection", "keep-alive, X-Second"),
                  Map.entry("Keep-Alive", "timeout=5"),
                  Map.entry("TE", "gzip"),
                  Map.entry("Transfer-Encoding", "chunked"),
                  Map.entry("Upgrade", "h2c"),
                  Map.entry("webhook-id", "evt")),
              "{\"alpha\":\"\u00e9\"}",
              TIMEOUT));

      assertThat(server.nextRequest())
          .isEqualTo(
              "{:authority=hooks.example:1, :method=POST, :path="
                  + target
                  + ", :scheme=https, content-length=14, webhook-id=evt, x-second=2}");
      assertThat(server.nextRequest()).isEqualTo("{\"alpha\":\"\u00e9\"}");
    }
  }

  @Test
  void anEmptyBodyEndsWithItsHeaders() throws Exception {
    try (ScriptedServer server =
        Http2Peer.server(
            dir,
            peer -> {
              peer.begin();
              Http2Peer.Frame head = peer.next(Http2Peer.HEADERS);
              peer.note("" + head.has(Http2Peer.END_STREAM));
              peer.answer(head.stream(), 200);
              peer.awaitClose();
            })) {
      sending.post(Sending.request(url(server), "", TIMEOUT));

      assertThat(server.nextRequest()).isEqualTo("true");
    }
  }

  @Test
  void aHeaderThatCannotBeWrittenFailsItsAttemptAlone() throws Exception {
    try (ScriptedServer server = Http2Peer.answering(dir)) {
      AttemptResult bad =
          sending.post(
              Sending.request(
                  url(server), List.of(Map.entry("X-Bad", "a\r\nInjected: b")), "{}", TIMEOUT));

      assertThat(bad.error().orElseThrow()).contains("request not sent");
      assertThat(sending.answered(url(server)).status()).isEqualTo(200);
      assertThat(server.connections()).isEqualTo(1);
    }
  }

  @Test
  void headersThatThePeerDoesNotTakeFailTheirAttemptAlone() throws Exception {
    try (ScriptedServer server = Http2Peer.answering(dir, Http2Peer.MAX_HEADER_LIST_SIZE, 1_000)) {
      AttemptResult large =
          sending.post(
              Sending.request(
                  url(server), List.of(Map.entry("X-Big", "x".repeat(2_000))), "{}", TIMEOUT));

      assertThat(large.error().orElseThrow())
          .startsWith("closed: the request's headers are larger than the endpoint takes");
      assertThat(sending.answered(url(server)).status()).isEqualTo(200);
      assertThat(server.connections()).isEqualTo(1);
    }
  }

  @Test
  void statusFieldsAndExcerptAreKept() throws Exception {
    assertThat(
            answer(
                peer -> {
                  peer.headers(
                      Http2Peer.FIRST,
                      false,
                      503,
                      "retry-after",
                      "30",
                      "location",
                      "y".repeat(300));
                  peer.body(Http2Peer.FIRST, false, "la");
                  peer.body(Http2Peer.FIRST, true, "te");
                }))
        .isEqualTo(new Answered(503, Optional.of("30"), Optional.of("y".repeat(256)), "late"));
  }

  @Test
  void interimAnswersArePassedOver() throws Exception {
    assertThat(
            answer(
                    peer -> {
                      peer.headers(Http2Peer.FIRST, false, 100);
                      peer.headers(Http2Peer.FIRST, false, 103, "link", "x");
                      peer.answer(Http2Peer.FIRST, 204);
                    })
                .status())
        .isEqualTo(204);
  }

  @Test
  void anAnswerMayEndWithTrailers() throws Exception {
    assertThat(
            answer(
                    peer -> {
                      peer.headers(Http2Peer.FIRST, false, 200);
                      peer.body(Http2Peer.FIRST, false, "all");
                      peer.send(
                          Http2Peer.HEADERS,
                          Http2Peer.END_HEADERS | Http2Peer.END_STREAM,
                          Http2Peer.FIRST,
                          Http2Peer.fields("x-sum", "1"));
                    })
                .excerpt())
        .isEqualTo("all");
  }

  @Test
  void aBodyLargerThanTheWindowIsSentAsTheWindowOpens() throws Exception {
    String body = "0123456789abcdef".repeat(65_536);
    try (ScriptedServer server =
        Http2Peer.server(
            dir,
            peer -> {
              peer.begin();
              int got = 0;
              while (got < FIRST_WINDOW) {
                got += peer.next(Http2Peer.DATA).payload().length;
              }
              peer.note("" + got);
              // A ping comes back before anything that the window held back.
              peer.send(Http2Peer.PING, 0, 0, new byte[8]);
              Http2Peer.Frame next = peer.next();
              while (next.type() == Http2Peer.SETTINGS) {
                next = peer.next();
              }
              peer.note("" + next.type());
              peer.allow(0, body.length());
              peer.allow(Http2Peer.FIRST, body.length());
              boolean last = false;
              while (!last) {
                Http2Peer.Frame piece = peer.next(Http2Peer.DATA);
                got += piece.payload().length;
                last = piece.has(Http2Peer.END_STREAM);
              }
              peer.note("" + got);
              peer.answer(Http2Peer.FIRST, 200);
              peer.awaitClose();
            })) {
      assertThat(sending.post(Sending.request(url(server), body, TIMEOUT)))
          .isEqualTo(new Answered(200));
      assertThat(server.nextRequest()).isEqualTo("" + FIRST_WINDOW);
      assertThat(server.nextRequest()).isEqualTo("" + Http2Peer.PING);
      assertThat(server.nextRequest()).isEqualTo("" + body.length());
    }
  }

  @Test
  void aBodyOfAMegabyteArrivesWhole() throws Exception {
    String body = "0123456789abcdef".repeat(65_536);
    try (ScriptedServer server =
        Http2Peer.server(
            dir,
            peer -> {
              peer.begin();
              Http2Peer.Request request = peer.request();
              peer.note(new String(request.body(), StandardCharsets.UTF_8));
              peer.answer(request.stream(), 200);
              peer.awaitClose();
            })) {
      sending.post(Sending.request(url(server), body, TIMEOUT));

      assertThat(server.nextRequest()).isEqualTo(body);
    }
  }

  @Test
  void manyAnswersWithBodiesPassOneConnection() throws Exception {
    try (ScriptedServer server =
        Http2Peer.server(
            dir,
            peer -> {
              peer.begin();
              while (true) {
                Http2Headers none = peer.request().headers();
                int stream = peer.last();
                peer.headers(stream, false, 200, "x-none", "" + none.size());
                peer.body(stream, true, "z".repeat(1_000));
              }
            })) {
      for (int i = 0; i < 100; i++) {
        assertThat(sending.answered(url(server)).excerpt()).hasSize(1_000);
      }
      assertThat(server.connections()).isEqualTo(1);
      assertThat(sending.client().connectionsMade()).isEqualTo(1);
    }
  }

  @Test
  void anAnswerBeforeTheRequestWasReadCountsAndLeavesTheConnection() throws Exception {
    try (ScriptedServer server =
        Http2Peer.server(
            dir,
            peer -> {
              peer.begin();
              Http2Peer.Frame head = peer.next(Http2Peer.HEADERS);
              peer.answer(head.stream(), 413);
              peer.note("" + peer.next(Http2Peer.RST_STREAM).number());
              peer.allow(0, 1 << 20);
              peer.answer(peer.request().stream(), 200);
              peer.awaitClose();
            })) {
      assertThat(sending.post(Sending.request(url(server), "x".repeat(1 << 20), TIMEOUT)))
          .isEqualTo(new Answered(413));
      assertThat(server.nextRequest()).isEqualTo("" + Http2Peer.CANCEL);
      assertThat(sending.answered(url(server)).status()).isEqualTo(200);
      assertThat(server.connections()).isEqualTo(1);
    }
  }

  @Test
  void aServerThatSpeaksNoHttp2AfterAllIsNoHttp() throws Exception {
    try (ScriptedServer server =
        Http2Peer.server(
            dir,
            peer -> {
              peer.sendRaw("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n");
              peer.awaitClose();
            })) {
      Failed failed = sending.failed(url(server));

      assertThat(failed.kind()).isEqualTo(ErrorClass.CLOSED);
      assertThat(failed.message()).contains("no HTTP/2");
    }
  }

  @Test
  void aServerThatSendsNoSettingsEndsAtTheDeadline() throws Exception {
    try (ScriptedServer server = Http2Peer.server(dir, Http2Peer::awaitClose)) {
      Failed failed = sending.failed(url(server), Duration.ofMillis(500));

      assertThat(failed.kind()).isEqualTo(ErrorClass.TIMEOUT);
    }
  }
}
