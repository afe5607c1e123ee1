package dev.barid.faults.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.barid.faults.process.JvmProcess;
import dev.barid.faults.process.Launch;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReceiverMainIT {
  private static final Duration SOON = Duration.ofSeconds(30);
  private static final Pattern READY = Pattern.compile("ready: http://127\\.0\\.0\\.1:(\\d+)");

  @TempDir private Path directory;
  private Path ledger;
  private final HttpClient client = HttpClient.newHttpClient();

  @BeforeEach
  void name() {
    ledger = directory.resolve("receiver");
  }

  @Test
  void everyRequestIsInTheLedgerWithHowItEnded() throws Exception {
    try (JvmProcess receiver = start(0)) {
      int port = port(receiver);
      assertThat(post(port, new EndpointBehavior.Healthy(), "e-1", 1)).isEqualTo(200);
      assertThat(post(port, new EndpointBehavior.Answering(400), "e-2", 3)).isEqualTo(400);
      assertThatThrownBy(() -> post(port, new EndpointBehavior.Closing(), "e-3", 1))
          .isInstanceOf(IOException.class);
      await().atMost(SOON).until(() -> ended() == 3);
    }

    List<ReceiverLedger.Entry> entries = ReceiverLedger.read(ledger);
    assertThat(entries)
        .extracting(ReceiverLedger.Entry::eventId)
        .containsExactly("e-1", "e-2", "e-3");
    assertThat(entries).extracting(ReceiverLedger.Entry::attempt).containsExactly(1, 3, 1);
    assertThat(entries)
        .extracting(ReceiverLedger.Entry::status)
        .containsExactly(OptionalInt.of(200), OptionalInt.of(400), OptionalInt.empty());
    assertThat(entries)
        .extracting(ReceiverLedger.Entry::complete)
        .containsExactly(true, true, false);
    assertThat(entries.get(0).target()).isEqualTo("/hooks?do=succeed");
    assertThat(entries.get(0).endedAt().orElseThrow()).isAfterOrEqualTo(entries.get(0).at());
  }

  @Test
  void killedWithARequestOpenItLosesNoLineAndGoesOnWhereItWas() throws Exception {
    int port;
    try (JvmProcess receiver = start(0)) {
      port = port(receiver);
      post(port, new EndpointBehavior.Healthy(), "e-1", 1);
      CompletableFuture<HttpResponse<Void>> open =
          client.sendAsync(
              request(port, new EndpointBehavior.Hanging(), "e-2", 1),
              HttpResponse.BodyHandlers.discarding());
      await().atMost(SOON).until(() -> ReceiverLedger.read(ledger).size() == 2);
      receiver.kill();
      assertThat(open).failsWithin(SOON);
    }
    try (JvmProcess again = start(port)) {
      assertThat(port(again)).isEqualTo(port);
      assertThat(post(port, new EndpointBehavior.Healthy(), "e-2", 2)).isEqualTo(200);
      await().atMost(SOON).until(() -> ended() == 2);
    }

    List<ReceiverLedger.Entry> entries = ReceiverLedger.read(ledger);
    assertThat(entries)
        .extracting(entry -> entry.eventId() + " " + entry.attempt() + " " + entry.complete())
        .containsExactly("e-1 1 true", "e-2 1 false", "e-2 2 true");
    assertThat(entries.get(1).endedAt()).as("nobody wrote how it ended").isEmpty();
  }

  private JvmProcess start(int port) {
    return JvmProcess.start(
        Launch.of(
            "receiver",
            directory,
            ReceiverMain.class,
            ReceiverMain.arguments(port, ledger, 7).toArray(String[]::new)));
  }

  private static int port(JvmProcess receiver) {
    return Integer.parseInt(receiver.awaitLine(READY, SOON).group(1));
  }

  private long ended() {
    return ReceiverLedger.read(ledger).stream().filter(e -> e.endedAt().isPresent()).count();
  }

  private int post(int port, EndpointBehavior behavior, String id, int attempt)
      throws IOException, InterruptedException {
    return client
        .send(request(port, behavior, id, attempt), HttpResponse.BodyHandlers.discarding())
        .statusCode();
  }

  private static HttpRequest request(int port, EndpointBehavior behavior, String id, int attempt) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + behavior.target("hooks")))
        .header("webhook-id", id)
        .header("X-Delivery-Attempt", Integer.toString(attempt))
        .POST(HttpRequest.BodyPublishers.ofString("{}"))
        .build();
  }
}
