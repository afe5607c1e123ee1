package dev.barid.dispatcher.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.barid.core.attempt.AttemptResult.Answered;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What goes over the wire is what was asked for, byte for byte. */
class SentBytesTest {
  private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n";

  @RegisterExtension final Sending sending = new Sending();

  @Test
  @Tag("R-H1")
  @Tag("R-H6")
  void requestLineHeadersAndBodyGoOutExactlyAsGiven() throws Exception {
    try (ScriptedServer server = ScriptedServer.answering(OK)) {
      OutgoingRequest request =
          Sending.request(
              server.url("/in%2Fbox//a/../b;c?q=%2F&r=%20+"),
              List.of(
                  Map.entry("Host", "hooks.example:1"),
                  Map.entry("X-Second", "2"),
                  Map.entry("webhook-id", "evt")),
              "{\"zebra\":1.0,\"alpha\":\"\u00e9\"}",
              Duration.ofSeconds(10));

      assertThat(sending.post(request)).isEqualTo(new Answered(200));
      assertThat(server.nextRequest())
          .isEqualTo(
              "POST /in%2Fbox//a/../b;c?q=%2F&r=%20+ HTTP/1.1\r\n"
                  + "Host: hooks.example:1\r\n"
                  + "X-Second: 2\r\n"
                  + "webhook-id: evt\r\n"
                  + "content-length: 26\r\n"
                  + "\r\n"
                  + "{\"zebra\":1.0,\"alpha\":\"\u00c3\u00a9\"}");
    }
  }

  @Test
  void anEmptyBodyHasALengthOfZero() throws Exception {
    try (ScriptedServer server = ScriptedServer.answering(OK)) {
      sending.post(Sending.request(server.url("/"), "", Duration.ofSeconds(10)));

      assertThat(server.nextRequest()).contains("\r\ncontent-length: 0\r\n");
    }
  }

  @Test
  void aBodyOfAMegabyteArrivesWhole() throws Exception {
    try (ScriptedServer server = ScriptedServer.answering(OK)) {
      String body = "0123456789abcdef".repeat(65_536);
      sending.post(Sending.request(server.url("/"), body, Duration.ofSeconds(10)));

      assertThat(server.nextRequest()).endsWith("\r\n\r\n" + body);
    }
  }

  @Test
  void noCompressedAnswerIsAskedFor() throws Exception {
    try (ScriptedServer server = ScriptedServer.answering(OK)) {
      sending.answered(server.url("/"));

      assertThat(server.nextRequest()).doesNotContainIgnoringCase("accept-encoding");
    }
  }

  @Test
  void aHeaderThatCannotBeWrittenFailsItsAttemptAlone() throws Exception {
    try (ScriptedServer server = ScriptedServer.answering(OK)) {
      OutgoingRequest broken =
          Sending.request(
              server.url("/"),
              List.of(Map.entry("X-Bad", "a\r\nInjected: b")),
              "{}",
              Duration.ofSeconds(10));

      assertThat(sending.post(broken).error().orElseThrow()).contains("request not sent");
      assertThat(sending.answered(server.url("/")).status()).isEqualTo(200);
      assertThat(server.nextRequest()).doesNotContain("Injected");
      assertThat(server.requests).isEmpty();
    }
  }
}
