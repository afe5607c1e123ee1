package dev.barid.core.subscriber;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.barid.core.text.InvalidInputException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

@DisplayName("An operator's word on an endpoint")
@Tag("R-I6")
class OperatorActionsTest {
  private static final Instant T0 = Instant.parse("2026-01-01T00:00:00Z");
  private static final String SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

  private final ObjectNode entry =
      entry(endpoint("orders", "") + ", " + endpoint("stock", ", \"state\": \"disabled\""));

  private static String endpoint(String id, String more) {
    return "{\"id\": \"%s\", \"url\": \"https://a.example/%s\", \"secrets\": [\"%s\"]%s}"
        .formatted(id, id, SECRET, more);
  }

  private static ObjectNode entry(String endpoints) {
    String json = "{\"id\": \"acme\", \"endpoints\": [" + endpoints + "]}";
    return (ObjectNode) SubscriberJson.tree(json.getBytes(UTF_8));
  }

  private Endpoint.Standing standing(String id) {
    EndpointEntry found = SubscriberJson.parse(entry).endpoint(id).orElseThrow();
    return ((EndpointEntry.Usable) found).endpoint().standing();
  }

  @Test
  void pausesOneAndLeavesTheOther() {
    assertThat(OperatorActions.pause(entry, Optional.of("orders")).changed())
        .containsExactly("orders");

    assertThat(standing("orders")).isEqualTo(new Endpoint.Standing(EndpointState.PAUSED, 0));
    assertThat(standing("stock")).isEqualTo(new Endpoint.Standing(EndpointState.DISABLED, 0));
  }

  @Test
  void resumesAllAndSaysWhen() {
    OperatorActions.pause(entry, Optional.empty());

    OperatorActions.resume(entry, Optional.empty(), T0.plusNanos(1_999_999));

    assertThat(standing("orders"))
        .isEqualTo(new Endpoint.Standing(EndpointState.ACTIVE, T0.toEpochMilli() + 1));
  }

  @Test
  void leavesADisabledOneAlone() {
    ObjectNode before = entry.deepCopy();
    OperatorActions.Changes nothing = new OperatorActions.Changes(List.of(), List.of("stock"));

    assertThat(OperatorActions.pause(entry, Optional.of("stock"))).isEqualTo(nothing);
    assertThat(OperatorActions.resume(entry, Optional.of("stock"), T0)).isEqualTo(nothing);
    assertThat(entry).isEqualTo(before);
    assertThat(OperatorActions.pause(entry, Optional.empty()))
        .isEqualTo(new OperatorActions.Changes(List.of("orders"), List.of("stock")));
  }

  @Test
  void isANewOneEachTimeWhateverTheClockSays() {
    OperatorActions.resume(entry, Optional.of("orders"), T0);
    OperatorActions.resume(entry, Optional.of("orders"), T0.minusSeconds(60));

    assertThat(standing("orders").resumeGeneration()).isEqualTo(T0.toEpochMilli() + 1);
    assertThat(standing("stock").resumeGeneration()).isZero();
  }

  @Test
  void isRefusedForAnEndpointThatThereIsNot() {
    assertThatThrownBy(() -> OperatorActions.pause(entry, Optional.of("order")))
        .isInstanceOf(InvalidInputException.class)
        .hasMessage("endpoint \"order\" (expected: an endpoint of acme)");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "yesterday", "1969-12-31T23:59:59Z", "+999999999-12-31T23:59:59Z"})
  @Tag("R-X3")
  void isRefusedWithAResumeTimeThatIsNone(String text) {
    ObjectNode wrong = entry(endpoint("orders", ", \"resumedAt\": \"" + text + "\""));

    assertThatThrownBy(() -> SubscriberJson.parse(wrong))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("endpoints[0].resumedAt \"" + text + "\"");
  }
}
