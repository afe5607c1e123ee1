package dev.barid.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("R-H1")
class HeldRecordTest {

  @Test
  void everythingOfARecordComesBackByteForByte() {
    Seeded.runs(
        500,
        random -> {
          HeldRecord held =
              new HeldRecord(random.nextLong(), bytes(random), bytes(random), headers(random));

          HeldRecord back = HeldRecord.decode(held.encode());

          assertThat(back.timestampMs()).isEqualTo(held.timestampMs());
          assertThat(back.key()).isEqualTo(held.key());
          assertThat(back.value()).isEqualTo(held.value());
          assertThat(back.headers()).isEqualTo(held.headers());
        });
  }

  @Test
  void lengthsAtTheEdgesOfTheirCodingComeBack() {
    for (int length : new int[] {0, 1, 126, 127, 128, 16_382, 16_383, 16_384, 2_097_151}) {
      HeldRecord held = new HeldRecord(0, null, new byte[length], new RecordHeaders());
      assertThat(HeldRecord.decode(held.encode()).value()).hasSize(length);
    }
  }

  @Test
  void manySmallHeadersDontMakeTheFormMuchLargerThanTheRecord() {
    RecordHeaders headers = new RecordHeaders();
    for (int i = 0; i < 10_000; i++) {
      headers.add("h", new byte[] {1});
    }

    // In Kafka's own form a header like these takes four bytes.
    assertThat(new HeldRecord(0, null, null, headers).encode()).hasSizeLessThan(40_020);
  }

  @Test
  void aFormOfAnotherVersionIsRefused() {
    byte[] bytes = new HeldRecord(0, null, null, new RecordHeaders()).encode();
    bytes[0] = 9;

    assertThatThrownBy(() -> HeldRecord.decode(bytes))
        .hasMessage("version of a held record \"9\" (expected: 1)");
  }

  private static Headers headers(Random random) {
    RecordHeaders headers = new RecordHeaders();
    for (int i = random.nextInt(5); i > 0; i--) {
      headers.add(random.nextBoolean() ? "same" : "ü" + random.nextInt(), bytes(random));
    }
    return headers;
  }

  private static byte @Nullable [] bytes(Random random) {
    if (random.nextInt(5) == 0) {
      return null;
    }
    byte[] bytes = new byte[random.nextInt(300)];
    random.nextBytes(bytes);
    return bytes;
  }
}
