package dev.barid.standalone.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.barid.core.health.EndpointHealth;
import dev.barid.core.health.HealthJson;
import dev.barid.core.subscriber.EndpointKey;
import dev.barid.dispatcher.worker.KafkaHealthSource;
import dev.barid.dispatcher.worker.Time;
import dev.barid.testkit.TestBroker;
import dev.barid.testkit.WithBroker;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@WithBroker
@Timeout(90)
class HealthReadIT {

  @Test
  @Tag("R-I3")
  void aPredecessorsTransactionThatIsStillEndingIsWaitedFor(TestBroker broker) throws Exception {
    String topic = broker.createBaridTopics(1).endpointHealth();
    CountDownLatch endKnown = new CountDownLatch(1);
    EndpointHealth health = EndpointHealth.unknown(7, 1.5);
    try (KafkaProducer<byte[], byte[]> predecessor = producer(broker);
        KafkaHealthSource source =
            new KafkaHealthSource(
                consumer(broker, "read_committed"),
                telling(consumer(broker, "read_uncommitted"), endKnown),
                topic,
                Time.system())) {
      predecessor.initTransactions();
      predecessor.beginTransaction();
      predecessor
          .send(
              new ProducerRecord<>(
                  topic,
                  0,
                  "acme/orders".getBytes(StandardCharsets.UTF_8),
                  HealthJson.write(health)))
          .get();

      CompletableFuture<Map<EndpointKey, EndpointHealth>> read =
          CompletableFuture.supplyAsync(() -> source.read(0));
      assertThat(endKnown.await(30, TimeUnit.SECONDS)).isTrue();
      predecessor.commitTransaction();

      assertThat(read.get(30, TimeUnit.SECONDS))
          .containsExactly(Map.entry(new EndpointKey("acme", "orders"), health));
    }
  }

  private static KafkaProducer<byte[], byte[]> producer(TestBroker broker) {
    return new KafkaProducer<>(
        Map.of(
            "bootstrap.servers",
            broker.bootstrapServers(),
            "transactional.id",
            broker.prefix() + "predecessor"),
        new ByteArraySerializer(),
        new ByteArraySerializer());
  }

  private static Consumer<byte[], byte[]> consumer(TestBroker broker, String isolation) {
    return new KafkaConsumer<>(
        Map.of(
            "bootstrap.servers",
            broker.bootstrapServers(),
            "isolation.level",
            isolation,
            "enable.auto.commit",
            false),
        new ByteArrayDeserializer(),
        new ByteArrayDeserializer());
  }

  /** The same consumer, that tells once it has told where a partition ends. */
  @SuppressWarnings("unchecked")
  private static Consumer<byte[], byte[]> telling(
      Consumer<byte[], byte[]> consumer, CountDownLatch endKnown) {
    return (Consumer<byte[], byte[]>)
        Proxy.newProxyInstance(
            Consumer.class.getClassLoader(),
            new Class<?>[] {Consumer.class},
            (proxy, method, arguments) -> {
              try {
                Object result = method.invoke(consumer, arguments);
                if (method.getName().equals("endOffsets")) {
                  endKnown.countDown();
                }
                return result;
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }
}
