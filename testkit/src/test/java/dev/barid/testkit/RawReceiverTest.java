package dev.barid.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class RawReceiverTest {
  private static final Duration SOON = Duration.ofSeconds(10);
  private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n";

  @Test
  void keepsTheBytesOfEachRequestOnOneConnection() throws Exception {
    String withLength = "POST /a HTTP/1.1\r\nhOst:  h\r\nContent-Length: 2\r\n\r\n\u00fe\n";
    String chunked = "POST /b HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n0\r\n\r\n";
    String bare = "GET /c HTTP/1.1\r\n\r\n";
    try (RawReceiver receiver = RawReceiver.answering("HTTP/1.1 503 No\r\n\r\n", OK);
        Socket socket = new Socket("127.0.0.1", receiver.port())) {
      socket
          .getOutputStream()
          .write((withLength + chunked + bare).getBytes(StandardCharsets.ISO_8859_1));
      assertThat(receiver.takeText(SOON)).isEqualTo(withLength);
      assertThat(receiver.takeText(SOON)).isEqualTo(chunked);
      assertThat(receiver.takeText(SOON)).isEqualTo(bare);
      String answers = "HTTP/1.1 503 No\r\n\r\n" + OK + OK;
      assertThat(socket.getInputStream().readNBytes(answers.length()))
          .isEqualTo(answers.getBytes(StandardCharsets.ISO_8859_1));
    }
  }

  @Test
  void saysThatNothingCame() {
    try (RawReceiver receiver = RawReceiver.answering(OK)) {
      assertThatThrownBy(() -> receiver.takeRequest(Duration.ofMillis(20)))
          .isInstanceOf(AssertionError.class)
          .hasMessage("no request within PT0.02S");
    }
  }
}
