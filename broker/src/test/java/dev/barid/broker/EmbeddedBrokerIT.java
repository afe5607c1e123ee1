package dev.barid.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class EmbeddedBrokerIT {
  @TempDir Path temp;

  @Test
  void servesClientsOnceStarted() throws Exception {
    try (EmbeddedBroker broker = EmbeddedBroker.start(BrokerOptions.in(temp.resolve("data")))) {
      Clients.createTopic(broker.bootstrapServers(), "events");
      send(broker, "a", "b", "c");
      assertThat(Clients.readAll(broker.bootstrapServers(), "events"))
          .containsExactlyInAnyOrder("a", "b", "c");
    }
  }

  @Test
  void keepsItsDataOverARestartOnAnotherPort() throws Exception {
    BrokerOptions options = BrokerOptions.in(temp.resolve("data"));
    try (EmbeddedBroker broker = EmbeddedBroker.start(options)) {
      Clients.createTopic(broker.bootstrapServers(), "events");
      send(broker, "before");
    }
    try (EmbeddedBroker broker = EmbeddedBroker.start(options)) {
      send(broker, "after");
      assertThat(Clients.readAll(broker.bootstrapServers(), "events"))
          .containsExactlyInAnyOrder("before", "after");
    }
  }

  @Test
  void agreesOnShortSessionsWithMembersOfTheConsumerProtocol() throws Exception {
    try (EmbeddedBroker broker = EmbeddedBroker.start(BrokerOptions.in(temp.resolve("data")))) {
      Clients.createTopic(broker.bootstrapServers(), "events");
      send(broker, "a");
      try (KafkaConsumer<String, String> consumer = groupMember(broker)) {
        consumer.subscribe(List.of("events"));
        assertThat(consumer.poll(Duration.ofSeconds(20)).count()).isEqualTo(1);
      }
      assertThat(setting(broker, "group.consumer.session.timeout.ms")).isEqualTo("6000");
      assertThat(setting(broker, "group.consumer.heartbeat.interval.ms")).isEqualTo("1000");
    }
  }

  @Test
  void commitsTransactions() throws Exception {
    try (EmbeddedBroker broker = EmbeddedBroker.start(BrokerOptions.in(temp.resolve("data")))) {
      Clients.createTopic(broker.bootstrapServers(), "events");
      try (KafkaProducer<String, String> producer =
          new KafkaProducer<>(
              Map.of(
                  ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
                  broker.bootstrapServers(),
                  ProducerConfig.TRANSACTIONAL_ID_CONFIG,
                  "one"),
              new StringSerializer(),
              new StringSerializer())) {
        producer.initTransactions();
        producer.beginTransaction();
        producer.send(new ProducerRecord<>("events", "k", "dropped"));
        producer.abortTransaction();
        producer.beginTransaction();
        producer.send(new ProducerRecord<>("events", "k", "kept"));
        producer.commitTransaction();
      }
      assertThat(Clients.readAll(broker.bootstrapServers(), "events")).containsExactly("kept");
    }
  }

  @Test
  void refusesASecondBrokerOnTheSameDirectoryAndNamesIt() {
    BrokerOptions options = BrokerOptions.in(temp.resolve("data"));
    try (EmbeddedBroker broker = EmbeddedBroker.start(options)) {
      assertThat(broker.kafkaPort()).isPositive();
      assertThatThrownBy(() -> EmbeddedBroker.start(options))
          .isInstanceOf(BrokerException.class)
          .hasMessage(
              "data directory \"%s\" is in use by another embedded broker"
                  + " (expected: a directory of its own for each)",
              options.dataDir());
    }
  }

  @Test
  void refusesAPortInUseAndNamesItAndCanStartAfterwards() throws Exception {
    BrokerOptions options = BrokerOptions.in(temp.resolve("data"));
    try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
      assertThatThrownBy(() -> EmbeddedBroker.start(options.withKafkaPort(other.getLocalPort())))
          .isInstanceOf(BrokerException.class)
          .hasMessage(
              "kafka port \"%d\" can't be listened on: Address already in use"
                  + " (expected: a port on 127.0.0.1 that nothing else uses, or 0 for a free one)",
              other.getLocalPort());
    }
    EmbeddedBroker.start(options).close();
  }

  @Test
  void refusesADirectoryOfSomeoneElseAndLeavesItsFiles() throws Exception {
    Path home = Files.createDirectory(temp.resolve("home"));
    Path file = Files.createFile(home.resolve("letter"));
    assertThatThrownBy(() -> EmbeddedBroker.start(BrokerOptions.in(home)))
        .isInstanceOf(BrokerException.class)
        .hasMessageContaining("holds \"letter\", which is no broker's");
    assertThat(file).exists();
  }

  @Test
  void refusesAFileForADirectory() throws Exception {
    Path file = Files.createFile(temp.resolve("file"));
    assertThatThrownBy(() -> EmbeddedBroker.start(BrokerOptions.in(file)))
        .isInstanceOf(BrokerException.class)
        .hasMessageContaining("data directory \"" + file + "\" can't be used");
  }

  @Test
  void saysWhatIsWrongWithASettingOfKafkasAndLetsGoOfTheDirectory() {
    BrokerOptions options = BrokerOptions.in(temp.resolve("data"));
    assertThatThrownBy(
            () -> EmbeddedBroker.start(options.withExtraProperty("num.io.threads", "many")))
        .isInstanceOf(BrokerException.class)
        .hasMessageContaining("doesn't start")
        .hasMessageContaining("num.io.threads");
    EmbeddedBroker.start(options).close();
  }

  @Test
  void onlyTheOwnerCanReadTheData() throws Exception {
    Path shared = Files.createDirectory(temp.resolve("data"));
    Files.setPosixFilePermissions(shared, PosixFilePermissions.fromString("rwxr-xr-x"));
    EmbeddedBroker.start(BrokerOptions.in(shared)).close();
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(shared)))
        .isEqualTo("rwx------");
  }

  private static void send(EmbeddedBroker broker, String... values) throws Exception {
    try (KafkaProducer<String, String> producer = Clients.producer(broker.bootstrapServers())) {
      for (String value : values) {
        producer.send(new ProducerRecord<>("events", value, value)).get();
      }
    }
  }

  private static String setting(EmbeddedBroker broker, String name) throws Exception {
    ConfigResource resource = new ConfigResource(ConfigResource.Type.BROKER, "1");
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
      Map<ConfigResource, Config> configs = admin.describeConfigs(Set.of(resource)).all().get();
      return configs.values().iterator().next().get(name).value();
    }
  }

  private static KafkaConsumer<String, String> groupMember(EmbeddedBroker broker) {
    return new KafkaConsumer<>(
        Map.of(
            ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
            broker.bootstrapServers(),
            ConsumerConfig.GROUP_ID_CONFIG,
            "members",
            ConsumerConfig.GROUP_PROTOCOL_CONFIG,
            "consumer",
            ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
            "earliest"),
        new StringDeserializer(),
        new StringDeserializer());
  }
}
