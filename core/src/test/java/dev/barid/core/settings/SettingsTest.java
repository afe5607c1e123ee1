package dev.barid.core.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.barid.core.text.InvalidInputException;
import dev.barid.core.topic.RetryTier;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("The settings")
class SettingsTest {

  @Test
  void haveTheContractsDefaults() {
    Settings settings = Settings.defaults();

    assertThat(settings.value(Keys.BOOTSTRAP_SERVERS)).isEqualTo("localhost:9092");
    assertThat(settings.value(Keys.TOPIC_PREFIX)).isEqualTo("barid.");
    assertThat(settings.value(Keys.HTTP_HOST)).isEqualTo("127.0.0.1");
    assertThat(settings.value(Keys.HTTP_PORT)).isEqualTo(8080);
    assertThat(settings.value(Keys.DATA_DIR)).isEqualTo("./barid-data");
    assertThat(settings.value(Keys.EGRESS_ALLOW)).isEmpty();
    assertThat(settings.value(Keys.ATTEMPTS_LOG)).isEqualTo(AttemptsLog.ALL);
    assertThat(settings.value(Keys.RETRY_TIERS).tiers())
        .extracting(RetryTier::name)
        .containsExactly("10s", "1m", "10m", "1h");
    assertThat(settings.value(Keys.RETRY_BUDGET_SHARE)).isEqualTo(0.2);
    assertThat(settings.value(Keys.RETRY_BUDGET_WINDOW)).isEqualTo(Duration.ofSeconds(10));
    assertThat(settings.value(Keys.RETRY_BUDGET_FLOOR)).isEqualTo(10);
    assertThat(settings.kafka()).isEmpty();
    assertThat(settings.topics().events()).isEqualTo("barid.events");
  }

  @Test
  void takeTextWithSpacesAroundIt() {
    Settings settings =
        Settings.of(
            Map.of(
                "http.port", " 9090 ",
                "attempts.log", "failures",
                "retry.tiers", " 250ms , 5s ",
                "egress.allow", " 10.0.0.0/8 , fd00::/8 ",
                "topic.prefix", ""));

    assertThat(settings.value(Keys.HTTP_PORT)).isEqualTo(9090);
    assertThat(settings.value(Keys.ATTEMPTS_LOG)).isEqualTo(AttemptsLog.FAILURES);
    assertThat(settings.value(Keys.RETRY_TIERS).tiers()).hasSize(2);
    assertThat(settings.value(Keys.EGRESS_ALLOW)).hasSize(2);
    assertThat(settings.topics().events()).isEqualTo("events");
  }

  @ParameterizedTest
  @ValueSource(strings = {"retry.tier", "Retry.Tiers", "retrybudget.share", "", "kafka.", "kafka"})
  @Tag("R-X3")
  void refuseAnUnknownKeyAndNameTheKnownOnes(String key) {
    assertThatThrownBy(() -> Settings.of(Map.of(key, "secret-value")))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageStartingWith(
            "setting \"" + key + "\" (expected: one of attempts.log, bootstrap.servers, ")
        .hasMessageEndingWith("topic.prefix, or kafka.*)")
        .hasMessageNotContaining("secret-value")
        .satisfies(
            refused ->
                assertThat(Keys.all())
                    .allSatisfy(known -> assertThat(refused.getMessage()).contains(known.key())));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "http.port | 65536 | a whole number from 0 to 65535",
        "http.port | -1 | a whole number from 0 to 65535",
        "http.port | 80.5 | a whole number from 0 to 65535",
        "http.port | `` | a whole number from 0 to 65535",
        "http.host | `` | a host",
        "data.dir | `  ` | a directory",
        "bootstrap.servers | `` | host:port, several with commas between",
        "bootstrap.servers | localhost | host:port, several with commas between",
        "bootstrap.servers | a:1,,b:2 | host:port, several with commas between",
        "bootstrap.servers | a:1;b:2x | host:port, several with commas between",
        "topic.prefix | a b | up to 64 of A-Z a-z 0-9 . _ -",
        "instance.id | a/b | up to 128 of A-Z a-z 0-9 . _ -",
        "attempts.log | some | all, failures or off",
        "retryBudget.share | 1.1 | a number from 0 to 1",
        "retryBudget.share | NaN | a number from 0 to 1",
        "retryBudget.share | 1e999 | a number from 0 to 1",
        "retryBudget.share | 20% | a number from 0 to 1",
        "retryBudget.window | 0s | a duration such as 30s, from 1s to 1h",
        "retryBudget.window | 10 | a duration such as 30s, from 1s to 1h",
        "dispatcher.commitInterval | 0ms | a duration such as 30s, from 1ms to 5s",
        "dispatcher.commitInterval | 1d | a duration such as 30s, from 1ms to 5s",
        "dispatcher.drainTimeout | 31s | a duration such as 30s, from 0s to 30s",
        "dispatcher.shutdownTimeout | forever | a duration such as 30s, from 0s to 10m",
        "dispatcher.maxInFlight | 0 | a whole number from 1 to 1000000",
        "dispatcher.workers | 99999999999 | a whole number from 0 to 256",
        "retry.tiers | `` | a whole number and a unit out of ms, s, m, h, d, such as 30s, at most"
            + " 365d",
        "retry.tiers | 0s | positive durations that rise strictly",
        "egress.allow | 10.0.0.1/8 | an IP address, or a block such as 10.0.0.0/8 or fd00::/8"
            + " whose address has no bits set beyond its prefix",
      })
  @Tag("R-X3")
  void refuseAValueWithItsKeyAndWhatWasExpected(String key, String value, String expected) {
    assertThatThrownBy(() -> Settings.of(Map.of(key, value)))
        .isInstanceOf(InvalidInputException.class)
        .hasMessage(key + " \"" + value + "\" (expected: " + expected + ")");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "localhost:9092",
        "a:1,b:2",
        "a:1, b:2",
        "[::1]:9092",
        "SSL://kafka.example:9093",
        "127.0.0.1:65535"
      })
  void takeTheBrokersAsKafkaWritesThem(String servers) {
    assertThat(Settings.of(Map.of("bootstrap.servers", servers)).kafkaClient())
        .containsEntry("bootstrap.servers", servers);
  }

  @Test
  void passKafkasKeysOnAsTheyAre() {
    Settings settings =
        Settings.of(
            Map.of(
                "kafka.security.protocol", "SASL_SSL",
                "kafka.sasl.jaas.config", " x required password=\"p\"; ",
                "kafka.max.poll.records", "5"));

    assertThat(settings.kafka())
        .containsEntry("security.protocol", "SASL_SSL")
        .containsEntry("sasl.jaas.config", " x required password=\"p\"; ")
        .containsEntry("max.poll.records", "5");
    assertThat(settings.kafkaClient())
        .containsEntry("bootstrap.servers", "localhost:9092")
        .containsEntry("max.poll.records", "5");
  }

  @Test
  void knowOneTruthAboutTheBrokers() {
    Settings onlyKafkas = Settings.of(Map.of("kafka.bootstrap.servers", "a:1"));
    Settings both =
        Settings.of(Map.of("kafka.bootstrap.servers", "a:1", "bootstrap.servers", "b:2"));

    assertThat(onlyKafkas.value(Keys.BOOTSTRAP_SERVERS)).isEqualTo("a:1");
    assertThat(onlyKafkas.kafkaClient()).containsEntry("bootstrap.servers", "a:1");
    assertThat(both.value(Keys.BOOTSTRAP_SERVERS)).isEqualTo("b:2");
    assertThat(both.kafkaClient()).containsEntry("bootstrap.servers", "b:2");
    assertThat(both.kafka()).doesNotContainKey("bootstrap.servers");
  }

  @Test
  void comeFromTheEnvironmentToo() {
    Map<String, String> entries =
        Settings.entriesFrom(
            Map.of(
                "BARID_BOOTSTRAP_SERVERS", "kafka:9092",
                "BARID_RETRY_BUDGET_FLOOR_PER_SECOND", "3",
                "BARID_KAFKA_SSL_TRUSTSTORE_LOCATION", "/trust.p12",
                "BARID_JAVA_OPTS", "-Xmx1g",
                "PATH", "/bin"));

    assertThat(entries)
        .containsEntry("bootstrap.servers", "kafka:9092")
        .containsEntry("retryBudget.floorPerSecond", "3")
        .containsEntry("kafka.ssl.truststore.location", "/trust.p12")
        .hasSize(3);
    assertThat(Settings.of(entries).value(Keys.RETRY_BUDGET_FLOOR)).isEqualTo(3);
  }

  @Test
  void haveAnEnvironmentVariableEachThatIsNoOthers() {
    List<String> variables = Keys.all().stream().map(Setting::environmentVariable).toList();

    assertThat(variables)
        .doesNotHaveDuplicates()
        .allSatisfy(variable -> assertThat(variable).matches("BARID_[A-Z]+(_[A-Z]+)*"))
        .noneSatisfy(variable -> assertThat(variable).startsWith("BARID_KAFKA_"))
        .contains(
            "BARID_BOOTSTRAP_SERVERS",
            "BARID_TOPIC_PREFIX",
            "BARID_EGRESS_ALLOW",
            "BARID_SECRETS_KEY",
            "BARID_RETRY_BUDGET_SHARE",
            "BARID_DISPATCHER_MAX_IN_FLIGHT",
            "BARID_DISPATCHER_WORKER_MEMORY_MIB");
  }

  @Test
  void haveKeysOfTheirOwnDefaultsThatAreFitAndASentenceEach() {
    assertThat(Keys.all().stream().map(Setting::key).collect(Collectors.toSet()))
        .hasSameSizeAs(Keys.all());
    assertThat(Keys.all())
        .allSatisfy(
            setting -> {
              assertThat(setting.parse(setting.defaultText())).isNotNull();
              assertThat(setting.doc()).matches("[A-Z].*[.]");
              assertThat(setting.expected()).isNotBlank();
            });
  }

  @Test
  @Tag("R-R3")
  void showNoSecret() {
    Setting<String> secret =
        new Setting<>(
            "secrets.other",
            "",
            "a key",
            text -> {
              throw new InvalidInputException("secrets.other", text, "what it quotes");
            },
            "A secret.");
    Settings settings =
        Settings.of(Map.of("secrets.key", "open-sesame", "kafka.ssl.key.password", "open-sesame"));

    assertThat(settings.toString()).doesNotContain("open-sesame");
    assertThat(Keys.SECRETS_KEY.isSecret()).isTrue();
    assertThat(Keys.HTTP_PORT.isSecret()).isFalse();
    assertThatThrownBy(() -> secret.parse("open-sesame"))
        .hasMessage("secrets.other \"(not shown)\" (expected: a key)");
  }
}
