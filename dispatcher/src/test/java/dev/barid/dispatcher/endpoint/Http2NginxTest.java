package dev.barid.dispatcher.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.barid.core.attempt.AttemptResult;
import dev.barid.core.attempt.AttemptResult.Answered;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** HTTP/2 with a server that others wrote. */
@EnabledIf("dev.barid.dispatcher.endpoint.Nginx#isInstalled")
class Http2NginxTest {
  private static final Duration TIMEOUT = Duration.ofSeconds(20);

  @TempDir static Path dir;

  @RegisterExtension final Sending sending = Sending.trusting(() -> dir);

  @BeforeAll
  static void certify() throws Exception {
    SelfSigned.make(dir, "ip:127.0.0.1");
  }

  @Test
  void everyRequestIsAnsweredThoughConnectionsGoAwayAndTakeFew() throws Exception {
    int lanes = 32;
    int each = 50;
    try (Nginx nginx =
        Nginx.start(dir, "http2_max_concurrent_streams 8; keepalive_requests 100;")) {
      List<CompletableFuture<Void>> ends = new ArrayList<>();
      for (int lane = 0; lane < lanes; lane++) {
        ends.add(oneAfterTheOther(nginx.url("/" + lane), each));
      }
      CompletableFuture.allOf(ends.toArray(CompletableFuture[]::new)).get(60, TimeUnit.SECONDS);

      assertThat(sending.client().connectionsMade())
          .isBetween((long) lanes * each / 100, (long) lanes * each / 20);
    }
  }

  private CompletableFuture<Void> oneAfterTheOther(String url, int count) {
    if (count == 0) {
      return CompletableFuture.completedFuture(null);
    }
    return sending
        .start(Sending.request(url, "{}", TIMEOUT))
        .thenCompose(
            result -> {
              assertThat(result).isInstanceOf(Answered.class);
              assertThat(((Answered) result).excerpt()).startsWith("HTTP/2.0 ");
              return oneAfterTheOther(url, count - 1);
            });
  }

  @Test
  void aLargeBodyIsTakenAsItsWindowOpens() throws Exception {
    try (Nginx nginx = Nginx.start(dir, "")) {
      for (int i = 0; i < 5; i++) {
        AttemptResult result =
            sending.post(Sending.request(nginx.url("/"), "x".repeat(1 << 20), TIMEOUT));

        assertThat(result).isInstanceOf(Answered.class);
      }
    }
  }

  @Test
  void aBodyLargerThanItTakesIsAnsweredAllTheSame() throws Exception {
    try (Nginx nginx = Nginx.start(dir, "client_max_body_size 1k;")) {
      for (int i = 0; i < 5; i++) {
        AttemptResult result =
            sending.post(Sending.request(nginx.url("/"), "x".repeat(1 << 20), TIMEOUT));

        assertThat(result).isInstanceOf(Answered.class);
        assertThat(((Answered) result).status()).isEqualTo(413);
      }
    }
  }
}
