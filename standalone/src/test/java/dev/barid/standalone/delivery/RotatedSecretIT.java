package dev.barid.standalone.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.barid.core.signing.WebhookSecret;
import dev.barid.core.signing.WebhookSigner;
import dev.barid.testkit.ReceivedRequest;
import dev.barid.testkit.Receiver;
import dev.barid.testkit.TestBroker;
import dev.barid.testkit.WithBroker;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@WithBroker
class RotatedSecretIT {

  @Test
  @Tag("R-R3")
  @Tag("R-H2")
  void aRotatedSecretSignsUntilItsTimeAndAnExpiredOneNoMore(TestBroker broker) throws Exception {
    WebhookSecret made = WebhookSecret.generate(new Random(1));
    WebhookSecret leaving = WebhookSecret.generate(new Random(2));
    WebhookSecret expired = WebhookSecret.generate(new Random(3));
    String secrets =
        "\"%s\",{\"secret\":\"%s\",\"until\":\"2999-01-01T00:00:00Z\"},"
            + "{\"secret\":\"%s\",\"until\":\"2020-01-01T00:00:00Z\"}";
    try (Receiver receiver = Receiver.start();
        Roles roles = Roles.start(broker)) {
      Registry.put(
          broker,
          "acme",
          "{\"id\":\"orders\",\"url\":\"%s\",\"secrets\":[%s]}"
              .formatted(
                  receiver.url("/orders"),
                  secrets.formatted(made.reveal(), leaving.reveal(), expired.reveal())));
      broker.produce(broker.topics().events(), "acme", "{}");

      ReceivedRequest request = receiver.awaitRequests(1, Duration.ofSeconds(20)).get(0);

      String signed =
          WebhookSigner.sign(
              request.header("webhook-id").orElseThrow(),
              Long.parseLong(request.header("webhook-timestamp").orElseThrow()),
              "{}".getBytes(StandardCharsets.UTF_8),
              List.of(made, leaving));
      assertThat(request.header("webhook-signature")).contains(signed);
    }
  }
}
