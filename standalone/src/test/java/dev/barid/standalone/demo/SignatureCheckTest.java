package dev.barid.standalone.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The example of the Standard Webhooks specification. */
@Tag("R-H2")
class SignatureCheckTest {

  private static final long AT = 1_614_265_330;
  private static final byte[] BODY = "{\"test\": 2432232314}".getBytes(StandardCharsets.UTF_8);
  private static final String ID = "msg_p5jXN8AQM9LWM0D4loKWxJek";
  private static final String RIGHT = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=";

  private final SignatureCheck check = new SignatureCheck("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw");

  @Test
  void theRightSignatureIsAcceptedAlsoAmongOthers() {
    assertThat(check.accepts(ID, "" + AT, RIGHT, BODY, AT)).isTrue();
    assertThat(check.accepts(ID, "" + AT, "v1,aaaa " + RIGHT, BODY, AT)).isTrue();
  }

  @Test
  void anythingElseIsNot() {
    assertThat(check.accepts(ID, "" + AT, "v1,aaaa", BODY, AT)).isFalse();
    assertThat(check.accepts(ID, "" + (AT + 1), RIGHT, BODY, AT)).isFalse();
    assertThat(check.accepts("msg_other", "" + AT, RIGHT, BODY, AT)).isFalse();
    assertThat(check.accepts(ID, "" + AT, RIGHT, new byte[0], AT)).isFalse();
    assertThat(check.accepts(ID, "" + AT, RIGHT, BODY, AT + 301)).isFalse();
    assertThat(check.accepts(ID, "soon", RIGHT, BODY, AT)).isFalse();
    assertThat(check.accepts(null, null, null, BODY, AT)).isFalse();
  }
}
