package dev.barid.core.subscriber;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("An endpoint's key")
class EndpointKeyTest {
  @Test
  void isReadBackAsItWasWritten() {
    EndpointKey key = new EndpointKey("acme", "orders-2");

    assertThat(new String(key.toKey(), UTF_8)).isEqualTo("acme/orders-2");
    assertThat(EndpointKey.fromKey(key.toKey())).contains(key);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "acme", "/", "acme/", "/orders", "a/b/c", "a b/c", "acme/ordérs"})
  void isNoneUnlessBothIdsAreValid(String text) {
    assertThat(EndpointKey.fromKey(text.getBytes(UTF_8))).isEmpty();
  }
}
