package dev.barid.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class BrokerOptionsTest {
  private final BrokerOptions options = BrokerOptions.in(Path.of("data"));

  @Test
  void takesAFreePortAndKafkasMessageSizeUnlessToldOtherwise() {
    assertThat(options.kafkaPort()).isZero();
    assertThat(options.maxMessageBytes()).isEqualTo(1_048_588);
  }

  @Test
  @Tag("R-X3")
  void refusesAPortThatIsNone() {
    assertThatThrownBy(() -> options.withKafkaPort(65_536))
        .hasMessage("kafka port \"65536\" (expected: 1 to 65535, or 0 for a free one)");
  }

  @Test
  void extraPropertiesReplaceOurs() {
    var settings =
        BrokerSettings.of(
            options.withExtraProperty("group.initial.rebalance.delay.ms", "7"), 9092, 9093);
    assertThat(settings).containsEntry("group.initial.rebalance.delay.ms", "7");
  }

  @Test
  void doesNotPrintTheValuesOfExtraProperties() {
    assertThat(options.withExtraProperty("ssl.key.password", "hush").toString())
        .contains("ssl.key.password")
        .doesNotContain("hush");
  }
}
