package dev.barid.dispatcher.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.barid.core.attempt.AttemptResult.Failed;
import dev.barid.core.attempt.ErrorClass;
import dev.barid.core.net.AddressGuard;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** With nothing allowed, nothing inside is connected to, under no name or spelling. */
@Tag("R-X1")
@Tag("R-C3")
class GuardedAddressesTest {
  private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n";

  @RegisterExtension final Sending refusing = new Sending(new AddressGuard());
  @RegisterExtension final Sending allowing = new Sending();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "127.0.0.1",
        "2130706433",
        "0x7f.1",
        "[::ffff:127.0.0.1]",
        "localhost",
        "LOCALHOST."
      })
  void loopbackIsRefused(String host) throws Exception {
    try (ScriptedServer server = ScriptedServer.answering(OK)) {
      Failed failed = refusing.failed("http://" + host + ":" + server.port() + "/");

      assertThat(failed.kind()).isEqualTo(ErrorClass.BLOCKED_ADDRESS);
      assertThat(failed.message()).contains("refused by rule loopback 127.0.0.0/8");
      assertThat(server.connections()).isZero();
    }
  }

  @Test
  void refusedLooksTheSameWhetherSomebodyListensOrNot() {
    assertThat(refusing.failed("http://127.0.0.1:1/").message())
        .isEqualTo(
            "host \"127.0.0.1\" refused by rule loopback 127.0.0.0/8"
                + " (expected: a public address, or one in egress.allow)");
  }

  @Test
  void metadataIsRefused() {
    assertThat(refusing.failed("http://169.254.169.254/latest/").message())
        .contains("rule metadata 169.254.169.254/32");
  }

  @ParameterizedTest
  @ValueSource(strings = {"127.0.0.1", "localhost"})
  void whatIsAllowedIsConnectedTo(String host) throws Exception {
    try (ScriptedServer server = ScriptedServer.answering(OK)) {
      String url = "http://" + host + ":" + server.port() + "/";

      assertThat(allowing.answered(url).status()).isEqualTo(200);
      assertThat(server.nextRequest()).contains("\r\nHost: " + host + ":" + server.port());
    }
  }
}
