package dev.barid.dispatcher.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.barid.core.attempt.AttemptResult.Failed;
import dev.barid.core.attempt.ErrorClass;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Failures below HTTP come out under the class that tells what went wrong. */
@Tag("R-C2")
class BrokenConnectionsTest {
  @RegisterExtension final Sending sending = new Sending();

  @Test
  void nobodyListensIsConnect() throws Exception {
    int port;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
      port = free.getLocalPort();
    }
    Failed failed = sending.failed("http://127.0.0.1:" + port + "/");

    assertThat(failed.kind()).isEqualTo(ErrorClass.CONNECT);
    assertThat(failed.message()).contains("Connection refused");
  }

  @Test
  void closedWithoutAnAnswerIsClosed() throws Exception {
    assertThat(after(peer -> {})).isEqualTo(ErrorClass.CLOSED);
  }

  @Test
  void resetIsClosed() throws Exception {
    assertThat(after(ScriptedServer.Peer::reset)).isEqualTo(ErrorClass.CLOSED);
  }

  @Test
  void closedAmidTheHeadersIsClosed() throws Exception {
    assertThat(after(peer -> peer.send("HTTP/1.1 200 OK\r\nX-Half"))).isEqualTo(ErrorClass.CLOSED);
  }

  @Test
  void resetAmidTheBodyIsClosed() throws Exception {
    assertThat(
            after(
                peer -> {
                  peer.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc");
                  peer.reset();
                }))
        .isEqualTo(ErrorClass.CLOSED);
  }

  private ErrorClass after(ScriptedServer.Script script) throws IOException {
    try (ScriptedServer server =
        new ScriptedServer(
            peer -> {
              peer.readRequest();
              script.run(peer);
            })) {
      return sending.failed(server.url("/")).kind();
    }
  }

  @Test
  @Tag("R-X2")
  void aCertificateThatNobodyVouchesForIsTls(@TempDir Path dir) throws Exception {
    try (ScriptedServer server =
        new ScriptedServer(
            SelfSigned.listener(dir, "ip:127.0.0.1"), peer -> peer.note("" + peer.readRequest()))) {
      Failed failed = sending.failed("https://127.0.0.1:" + server.port() + "/");

      assertThat(failed.kind()).isEqualTo(ErrorClass.TLS);
      assertThat(failed.message()).contains("certification path");
      assertThat(server.requests).doesNotContain("true");
    }
  }

  @Test
  void aServerWithoutTlsIsTls() throws Exception {
    try (ScriptedServer server =
        new ScriptedServer(
            peer -> {
              peer.send("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n");
              peer.awaitClose();
            })) {
      assertThat(sending.failed("https://127.0.0.1:" + server.port() + "/").kind())
          .isEqualTo(ErrorClass.TLS);
    }
  }

  @Test
  void aNameThatDoesNotExistIsDns() {
    Failed failed = sending.failed("http://nothing.invalid/", Duration.ofSeconds(20));

    assertThat(failed.kind()).isEqualTo(ErrorClass.DNS);
    assertThat(failed.message()).contains("host \"nothing.invalid\" cannot be resolved");
  }
}
