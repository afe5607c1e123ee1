package dev.barid.core.signing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.barid.core.text.InvalidInputException;
import java.util.Base64;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("A secret")
@Tag("R-H2")
class WebhookSecretTest {
  private static final String ED25519 =
      "whsk_6Xb/dCcHpPea21PS1N9VY/NZW723CEc77N4rJCubMbfVKIDij2HKpMKkioLlX0dRqSKJp4AJ6p9lMicMFs6Kvg==";

  @ParameterizedTest
  @ValueSource(ints = {24, 32, 63, 64})
  void of24To64BytesIsAcceptedAndRevealedAsGiven(int bytes) {
    String text = symmetric(bytes);

    assertThat(WebhookSecret.parse("secrets[0]", text).reveal()).isEqualTo(text);
    assertThat(WebhookSecret.parse("secrets[0]", text).scheme()).isEqualTo("v1");
  }

  @Test
  void forEd25519IsRevealedAsGiven() {
    assertThat(WebhookSecret.parse("secrets[0]", ED25519).reveal()).isEqualTo(ED25519);
    assertThat(WebhookSecret.parse("secrets[0]", ED25519).scheme()).isEqualTo("v1a");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 23, 65, 1000})
  @Tag("R-X3")
  void ofAnyOtherLengthIsRefused(int bytes) {
    assertRefusedWithoutShowing(symmetric(bytes));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "whsec_",
        "whsk_",
        "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaS!",
        "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw ",
        "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
        "WHSEC_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
        "whsk_6Xb/dCcHpPea21PS1N9VY/NZW723CEc77N4rJCubMbc=",
      })
  @Tag("R-X3")
  void ofAnotherFormIsRefused(String text) {
    assertRefusedWithoutShowing(text);
  }

  @Test
  @Tag("R-X3")
  void forEd25519WhosePublicHalfBelongsToAnotherKeyIsRefused() {
    byte[] key = Base64.getDecoder().decode(ED25519.substring("whsk_".length()));
    key[0] ^= 1;

    assertRefusedWithoutShowing("whsk_" + Base64.getEncoder().encodeToString(key));
  }

  @Test
  @Tag("R-R3")
  void neverPrintsItself() {
    assertThat(WebhookSecret.parse("secrets[0]", symmetric(32))).hasToString("whsec_***");
    assertThat(WebhookSecret.parse("secrets[0]", ED25519)).hasToString("whsk_***");
  }

  @Test
  void thatIsGeneratedHas32BytesOfTheSourceGiven() {
    WebhookSecret one = WebhookSecret.generate(new Random(1));

    assertThat(one).isEqualTo(WebhookSecret.generate(new Random(1)));
    assertThat(one).isNotEqualTo(WebhookSecret.generate(new Random(2)));
    assertThat(Base64.getDecoder().decode(one.reveal().substring("whsec_".length()))).hasSize(32);
    assertThat(WebhookSecret.parse("secrets[0]", one.reveal())).isEqualTo(one);
  }

  private static void assertRefusedWithoutShowing(String text) {
    InvalidInputException refusal =
        catchThrowableOfType(
            InvalidInputException.class, () -> WebhookSecret.parse("secrets[0]", text));

    assertThat(refusal).hasMessageStartingWith("secrets[0] \"").hasNoCause();
    String key = text.substring(text.indexOf('_') + 1);
    if (!key.isEmpty()) {
      assertThat(refusal.getMessage()).doesNotContain(key);
    }
  }

  private static String symmetric(int bytes) {
    byte[] key = new byte[bytes];
    new Random(bytes).nextBytes(key);
    return "whsec_" + Base64.getEncoder().encodeToString(key);
  }
}
