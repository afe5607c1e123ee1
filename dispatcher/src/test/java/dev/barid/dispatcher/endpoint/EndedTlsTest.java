package dev.barid.dispatcher.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.barid.core.attempt.AttemptResult;
import dev.barid.core.attempt.AttemptResult.Answered;
import io.netty.resolver.dns.DnsServerAddressStreamProviders;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How connections with TLS end, by either side. */
class EndedTlsTest {
  private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n";
  private static final Duration TIMEOUT = Duration.ofSeconds(20);

  @TempDir private Path dir;
  private ServerSocket listener;
  private EventLoops loops;
  private EndpointClient client;

  @BeforeEach
  void listen() throws Exception {
    listener = SelfSigned.listener(dir, "ip:127.0.0.1");
    loops = new EventLoops(1);
    client =
        new EndpointClient(
            loops,
            Sending.LOOPBACK,
            DnsServerAddressStreamProviders.platformDefault(),
            Connector.tls().trustManager(SelfSigned.certificate(dir)).build());
  }

  @AfterEach
  void end() {
    client.close();
    loops.close();
  }

  private AttemptResult post(int port, String body, Duration timeout) throws Exception {
    String url = "https://127.0.0.1:" + port + "/";
    CompletableFuture<AttemptResult> result = new CompletableFuture<>();
    client.send(Sending.request(url, body, timeout), result::complete);
    return result.get(30, TimeUnit.SECONDS);
  }

  /** Before a server that ends TLS, one that doesn't let on that it has closed the connection. */
  private ScriptedServer hidden(ScriptedServer server) throws IOException {
    return new ScriptedServer(
        peer -> {
          peer.relay(server.port());
          peer.note("closed");
        });
  }

  @Test
  void anIdleConnectionWhoseTlsThePeerEndsIsClosed() throws Exception {
    try (ScriptedServer server =
            new ScriptedServer(
                listener,
                peer -> {
                  peer.readRequest();
                  peer.send(OK);
                });
        ScriptedServer hiding = hidden(server)) {
      assertThat(post(hiding.port(), "{}", TIMEOUT)).isEqualTo(new Answered(200));

      assertThat(hiding.nextRequest()).isEqualTo("closed");
    }
  }

  @Test
  void anAnswerMayEndWithItsTls() throws Exception {
    try (ScriptedServer server =
            new ScriptedServer(
                listener,
                peer -> {
                  peer.readRequest();
                  peer.send("HTTP/1.1 200 OK\r\n\r\nbye");
                });
        ScriptedServer hiding = hidden(server)) {
      AttemptResult result = post(hiding.port(), "{}", Duration.ofSeconds(5));

      assertThat(result).isInstanceOf(Answered.class);
      assertThat(((Answered) result).excerpt()).isEqualTo("bye");
    }
  }

  @Test
  void ofARequestThatIsNotReadNothingGoesOutAfterItsDeadline() throws Exception {
    int length = 64 << 20;
    CountDownLatch over = new CountDownLatch(1);
    try (ScriptedServer server =
        new ScriptedServer(
            listener,
            peer -> {
              peer.pause(Duration.ofSeconds(20));
              awaitQuietly(over);
              peer.note("" + peer.readAll());
            })) {
      assertThat(post(server.port(), "x".repeat(length), Duration.ofSeconds(2)).reason())
          .isEqualTo("timeout");
      over.countDown();

      // What the systems' buffers held.
      assertThat(Long.parseLong(server.nextRequest())).isLessThan(length / 2);
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
