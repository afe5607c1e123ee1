package dev.barid.dlq;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class PayloadTest {

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void textIsShownAsItIs() {
    assertThat(Payload.of(utf8("{\n\t\"ä\": 1}"), 100).shown()).isEqualTo("{\n\t\"ä\": 1}");
    assertThat(Payload.of(new byte[0], 100)).isEqualTo(new Payload(0, "", true, false));
  }

  @Test
  void whatIsNoTextOrWouldMoveTheCursorIsShownInBase64() {
    byte[] bytes = {(byte) 0xc3, 0x28};

    assertThat(Payload.of(bytes, 100)).isEqualTo(new Payload(2, "wyg=", false, false));
    assertThat(Payload.of(utf8("a\u001b[2J"), 100).isText()).isFalse();
  }

  @Test
  void longTextIsCutBetweenCharacters() {
    Payload payload = Payload.of(utf8("aä€🙂".repeat(100)), 9);

    assertThat(payload).isEqualTo(new Payload(1_000, "aä€", true, true));
  }

  @Test
  void longBytesAreCut() {
    assertThat(Payload.of(new byte[1_000], 3)).isEqualTo(new Payload(1_000, "AAAA", false, true));
  }
}
