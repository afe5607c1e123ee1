package dev.barid.benchmarks.program;

import dev.barid.benchmarks.stage.Subscribers;
import dev.barid.core.signing.WebhookSecret;
import dev.barid.core.signing.WebhookSigner;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * What reading, signing and sending cost with nothing around them: a consumer loop, one HTTP
 * client, so many requests in flight. It loses events when it dies, waits for whoever hangs, never
 * retries: a limit, not a program to use.
 */
final class BareLimit {

  static final String GROUP = "bare-limit";

  private static final Duration POLL = Duration.ofMillis(100);

  private final HttpClient http;
  private final URI receiver;
  private final Semaphore room;
  private final List<WebhookSecret> secrets =
      List.of(WebhookSecret.parse("secret", Subscribers.SECRET));

  private BareLimit(URI receiver, int inFlight) {
    this.receiver = receiver;
    this.room = new Semaphore(inFlight);
    this.http = Vertx.vertx().createHttpClient(new PoolOptions().setHttp1MaxSize(inFlight));
  }

  /** Arguments: the brokers, the receiver's address, how many requests may be in flight. */
  public static void main(String[] args) throws InterruptedException {
    new BareLimit(URI.create(args[1]), Integer.parseInt(args[2])).run(args[0]);
  }

  private void run(String servers) throws InterruptedException {
    Map<String, Object> config = new HashMap<>();
    config.put(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, servers);
    config.put(ConsumerConfig.GROUP_ID_CONFIG, GROUP);
    config.put(ConsumerConfig.GROUP_PROTOCOL_CONFIG, "consumer");
    config.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
    try (KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
      consumer.subscribe(List.of("barid.events"));
      while (true) {
        for (ConsumerRecord<byte[], byte[]> event : consumer.poll(POLL)) {
          room.acquire();
          send(event);
        }
      }
    }
  }

  private void send(ConsumerRecord<byte[], byte[]> event) {
    String id = "evt-" + event.partition() + "-" + event.offset();
    long now = System.currentTimeMillis() / 1_000;
    String signature = WebhookSigner.sign(id, now, event.value(), secrets);
    RequestOptions options =
        new RequestOptions()
            .setMethod(HttpMethod.POST)
            .setHost(receiver.getHost())
            .setPort(receiver.getPort())
            .setURI("/" + new String(event.key(), StandardCharsets.UTF_8))
            .putHeader("content-type", "application/json")
            .putHeader("webhook-id", id)
            .putHeader("webhook-timestamp", Long.toString(now))
            .putHeader("webhook-signature", signature);
    http.request(options)
        .compose(request -> request.send(Buffer.buffer(event.value())))
        .compose(response -> response.end())
        .onComplete(done -> room.release());
  }
}
