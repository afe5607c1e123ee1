package dev.barid.dispatcher.worker;

import dev.barid.core.attempt.AttemptResult;
import dev.barid.core.delivery.Delivery;
import dev.barid.core.subscriber.Endpoint;
import dev.barid.dispatcher.endpoint.EndpointClient;
import dev.barid.dispatcher.endpoint.OutgoingRequest;
import dev.barid.dispatcher.endpoint.RequestHeaders;
import java.time.Instant;
import java.util.function.Consumer;

/** Signs deliveries anew for every attempt, and sends them over HTTP. */
public final class HttpAttemptSender implements AttemptSender {

  private final EndpointClient client;
  private final RequestHeaders headers;

  public HttpAttemptSender(EndpointClient client, RequestHeaders headers) {
    this.client = client;
    this.headers = headers;
  }

  @Override
  public void send(
      Delivery delivery, Endpoint endpoint, Instant now, Consumer<AttemptResult> onEnd) {
    OutgoingRequest request =
        new OutgoingRequest(
            endpoint.target().url(),
            headers.of(
                delivery,
                endpoint.target().url(),
                endpoint.target().headers(),
                endpoint.secretsAt(now),
                now.getEpochSecond()),
            delivery.event().body(),
            endpoint.policy().timeout());
    client.send(request, onEnd);
  }

  @Override
  public int unbegun() {
    return client.unbegun();
  }
}
