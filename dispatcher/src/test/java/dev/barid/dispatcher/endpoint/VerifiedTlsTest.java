package dev.barid.dispatcher.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.barid.core.attempt.AttemptResult;
import dev.barid.core.attempt.AttemptResult.Answered;
import dev.barid.core.attempt.AttemptResult.Failed;
import dev.barid.core.attempt.ErrorClass;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Even where the certificate is trusted, it must be the host's, by the name in the URL. */
@Tag("R-X2")
class VerifiedTlsTest {
  @TempDir private Path dir;

  private AttemptResult post(String host) throws Exception {
    ServerSocket listener = SelfSigned.listener(dir, "dns:hooks.example");
    try (EventLoops loops = new EventLoops(1);
        ScriptedServer server =
            new ScriptedServer(
                listener,
                peer -> {
                  while (peer.readRequest()) {
                    peer.send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
                  }
                });
        FakeNameServer names = FakeNameServer.always("127.0.0.1");
        EndpointClient client =
            new EndpointClient(
                loops,
                Sending.LOOPBACK,
                names.provider(),
                Connector.tls().trustManager(SelfSigned.certificate(dir)).build())) {
      CompletableFuture<AttemptResult> result = new CompletableFuture<>();
      client.send(
          Sending.request(
              "https://" + host + ":" + server.port() + "/", "{}", Duration.ofSeconds(10)),
          result::complete);
      return result.get(20, TimeUnit.SECONDS);
    }
  }

  @Test
  void theRightNamePasses() throws Exception {
    assertThat(post("hooks.example")).isEqualTo(new Answered(200));
  }

  @Test
  void anotherNameOfTheSameAddressIsTls() throws Exception {
    Failed failed = (Failed) post("other.example");

    assertThat(failed.kind()).isEqualTo(ErrorClass.TLS);
    assertThat(failed.message()).contains("other.example");
  }

  @Test
  void theBareAddressIsTls() throws Exception {
    assertThat(post("127.0.0.1").reason()).isEqualTo("tls");
  }
}
