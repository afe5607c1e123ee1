package dev.barid.core.signing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.security.Key;
import java.security.NoSuchAlgorithmException;
import java.security.spec.AlgorithmParameterSpec;
import java.util.Base64;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.MacSpi;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@DisplayName("A signature")
@Tag("R-H2")
class WebhookSignerTest {
  private static final String ID = "msg_p5jXN8AQM9LWM0D4loKWxJek";
  private static final long TIMESTAMP = 1614265330;
  private static final byte[] BODY = "{\"test\": 2432232314}".getBytes(StandardCharsets.UTF_8);
  private static final WebhookSecret SYMMETRIC =
      WebhookSecret.parse("secrets[0]", "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw");
  private static final WebhookSecret ASYMMETRIC =
      WebhookSecret.parse(
          "secrets[1]",
          "whsk_6Xb/dCcHpPea21PS1N9VY/NZW723CEc77N4rJCubMbfVKIDij2HKpMKkioLlX0dRqSKJp4AJ6p9lMicMFs6Kvg==");
  private static final String V1 = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=";
  private static final String V1A =
      "v1a,hnO3f9T8Ytu9HwrXslvumlUpqtNVqkhqw/enGzPCXe5BdqzCInXqYXFymVJaA7AZdpXwVLPo3mNl8EM+m7TBAg==";

  @Test
  void bySymmetricSecretIsTheReferenceOne() {
    assertThat(WebhookSigner.sign(ID, TIMESTAMP, BODY, List.of(SYMMETRIC))).isEqualTo(V1);
  }

  @Test
  void isMadeWithAProviderWhoseMacsCannotBeCloned() throws Exception {
    byte[] key = Base64.getDecoder().decode("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw");
    WebhookSecret secret = new HmacSecret(key, new Uncloneable());

    assertThat(WebhookSigner.sign(ID, TIMESTAMP, BODY, List.of(secret))).isEqualTo(V1);
    assertThat(WebhookSigner.sign(ID, TIMESTAMP, BODY, List.of(secret))).isEqualTo(V1);
  }

  /** As those of most providers but the JDK's own. */
  private static final class Uncloneable extends Mac {
    Uncloneable() throws NoSuchAlgorithmException {
      this(Mac.getInstance("HmacSHA256"));
    }

    private Uncloneable(Mac any) {
      super(new Spi(), any.getProvider(), any.getAlgorithm());
    }
  }

  private static final class Spi extends MacSpi {
    @Override
    protected int engineGetMacLength() {
      return 32;
    }

    @Override
    protected void engineInit(Key key, AlgorithmParameterSpec parameters) {}

    @Override
    protected void engineUpdate(byte input) {}

    @Override
    protected void engineUpdate(byte[] input, int offset, int length) {}

    @Override
    protected byte[] engineDoFinal() {
      return new byte[32];
    }

    @Override
    protected void engineReset() {}
  }

  @Test
  void byEd25519SecretIsTheReferenceOne() {
    assertThat(WebhookSigner.sign(ID, TIMESTAMP, BODY, List.of(ASYMMETRIC))).isEqualTo(V1A);
  }

  @Test
  void bySeveralSecretsHasOneSpaceBetweenAndNoneAtTheEnds() {
    assertThat(WebhookSigner.sign(ID, TIMESTAMP, BODY, List.of(SYMMETRIC, ASYMMETRIC, SYMMETRIC)))
        .isEqualTo(V1 + " " + V1A + " " + V1);
  }

  @Test
  void dependsOnEachByteOfIdTimestampAndBody() {
    String reference = WebhookSigner.sign(ID, TIMESTAMP, BODY, List.of(SYMMETRIC));
    byte[] otherBody = BODY.clone();
    otherBody[0] ^= 1;

    assertThat(
            List.of(
                WebhookSigner.sign(ID + "x", TIMESTAMP, BODY, List.of(SYMMETRIC)),
                WebhookSigner.sign(ID, TIMESTAMP + 1, BODY, List.of(SYMMETRIC)),
                WebhookSigner.sign(ID, TIMESTAMP, otherBody, List.of(SYMMETRIC))))
        .doesNotContain(reference)
        .doesNotHaveDuplicates();
  }

  @Test
  void isMadeOverBytesThatAreNoText() {
    byte[] bytes = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF, 0, (byte) 0xFF, '\n'};
    byte[] replaced = new String(bytes, StandardCharsets.UTF_8).getBytes(StandardCharsets.UTF_8);

    assertThat(WebhookSigner.sign(ID, TIMESTAMP, bytes, List.of(SYMMETRIC)))
        .isNotEqualTo(WebhookSigner.sign(ID, TIMESTAMP, replaced, List.of(SYMMETRIC)));
    assertThat(WebhookSigner.sign(ID, TIMESTAMP, new byte[0], List.of(SYMMETRIC)))
        .startsWith("v1,");
  }

  @Test
  void needsASecret() {
    assertThatThrownBy(() -> WebhookSigner.sign(ID, TIMESTAMP, BODY, List.of()))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
