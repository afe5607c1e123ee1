package dev.barid.core.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.barid.core.Seeded;
import dev.barid.core.text.InvalidInputException;
import java.math.BigInteger;
import java.util.Arrays;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("A block of addresses")
@Tag("R-X1")
class CidrTest {
  @ParameterizedTest
  @CsvSource({
    "10.0.0.0/8, 10.0.0.0, 10.255.255.255, 9.255.255.255, 11.0.0.0",
    "100.64.0.0/10, 100.64.0.0, 100.127.255.255, 100.63.255.255, 100.128.0.0",
    "192.0.2.7, 192.0.2.7, 192.0.2.7, 192.0.2.6, 192.0.2.8",
    "192.0.2.6/31, 192.0.2.6, 192.0.2.7, 192.0.2.5, 192.0.2.8",
    "fd00::/8, fd00::, fdff:ffff::1, fcff::1, fe00::1",
    "2001:db8::/29, 2001:db8::, 2001:dbf:ffff::1, 2001:db7:ffff::1, 2001:dc0::1",
    "::1, ::1, ::1, ::, ::2",
    "::ffff:10.0.0.0/104, 10.0.0.0, 10.255.255.255, 9.255.255.255, 11.0.0.0",
  })
  void containsItsEndsAndNotTheirNeighbours(
      String block, String first, String last, String before, String after) {
    Cidr cidr = Cidr.parse("egress.allow", block);

    assertThat(cidr.contains(Addresses.of(first))).isTrue();
    assertThat(cidr.contains(Addresses.of(last))).isTrue();
    assertThat(cidr.contains(Addresses.of(before))).isFalse();
    assertThat(cidr.contains(Addresses.of(after))).isFalse();
  }

  @Test
  void ofPrefixZeroContainsItsFamilyAlone() {
    assertThat(Cidr.parse("f", "0.0.0.0/0").contains(Addresses.of("203.0.113.9"))).isTrue();
    assertThat(Cidr.parse("f", "0.0.0.0/0").contains(Addresses.of("::1"))).isFalse();
    assertThat(Cidr.parse("f", "::/0").contains(Addresses.of("2001:db8::1"))).isTrue();
    assertThat(Cidr.parse("f", "::/0").contains(Addresses.of("203.0.113.9"))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "/8",
        "10.0.0.0/",
        "10.0.0.0/33",
        "10.0.0.0/-1",
        "10.0.0.0/08",
        "10.0.0.0/8/8",
        "10.0.0.0/255.0.0.0",
        "10.0.0/8",
        "010.0.0.0/8",
        "256.0.0.0/8",
        "0x0a.0.0.0/8",
        "10.1.2.3/8",
        "fd00::1/8",
        "fd00::/129",
        "fe80::%eth0/10",
        "[::1]",
        ":::",
        "1::2::3",
        "1:2:3:4:5:6:7",
        "1:2:3:4:5:6:7:8:9",
        "1:2:3:4:5:6:7::8",
        ":1:2:3:4:5:6:7",
        "1:2:3:4:5:6:7:",
        "12345::",
        "1.2.3.4::",
        "::1.2.3",
        "::1.2.3.4:5",
        "::g",
        "localhost",
        "*",
      })
  @Tag("R-X3")
  void ofAnyOtherFormIsRefused(String text) {
    assertThatThrownBy(() -> Cidr.parse("egress.allow", text))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageStartingWith("egress.allow \"" + text + "\" (expected: an IP address, or a");
  }

  @Test
  void mayBeOneOfAList() {
    assertThat(Cidr.parseList("egress.allow", "10.0.0.0/8, ::1 ,192.0.2.7"))
        .hasToString("[10.0.0.0/8, ::1/128, 192.0.2.7/32]");
    assertThat(Cidr.parseList("egress.allow", " ")).isEmpty();
    assertThatThrownBy(() -> Cidr.parseList("egress.allow", "10.0.0.0/8,"))
        .hasMessageStartingWith("egress.allow \"\"");
  }

  @ParameterizedTest
  @CsvSource({
    "2001:DB8:0:0:0:0:0:1, 2001:db8::1",
    "0:0:0:0:0:0:0:0, ::",
    "0:0:0:0:0:0:0:1, ::1",
    "1:0:0:0:0:0:0:0, 1::",
    "1:0:0:2:0:0:0:3, 1:0:0:2::3",
    "1:0:0:2:3:0:0:4, 1::2:3:0:0:4",
    "1:0:2:3:4:5:6:7, 1:0:2:3:4:5:6:7",
    "64:ff9b::192.0.2.33, 64:ff9b::c000:221",
  })
  void isWrittenAsRfc5952Says(String text, String expected) {
    assertThat(Cidr.parse("f", text)).hasToString(expected + "/128");
  }

  @Test
  void containsWhatArithmeticSaysAndReadsBackAsWritten() {
    Seeded.runs(
        5_000,
        random -> {
          byte[] network = new byte[random.nextBoolean() ? 4 : 16];
          int bits = 8 * network.length;
          int prefix = random.nextInt(bits + 1);
          if (random.nextBoolean()) {
            random.nextBytes(network);
          }
          BigInteger mask = BigInteger.ONE.shiftLeft(bits - prefix).subtract(BigInteger.ONE).not();
          network = bytes(new BigInteger(1, network).and(mask), network.length);
          byte[] address = network.clone();
          for (int flips = random.nextInt(4); flips > 0; flips--) {
            int bit = random.nextInt(bits);
            address[bit / 8] ^= (byte) (0x80 >> (bit % 8));
          }

          Cidr cidr = Cidr.parse("f", IpLiteral.format(network) + "/" + prefix);

          assertThat(cidr.contains(address))
              .isEqualTo(new BigInteger(1, address).and(mask).equals(new BigInteger(1, network)));
          assertThat(Cidr.parse("f", cidr.toString())).isEqualTo(cidr).hasSameHashCodeAs(cidr);
        });
  }

  private static byte[] bytes(BigInteger value, int length) {
    byte[] raw = value.toByteArray();
    byte[] padded = new byte[length + raw.length];
    System.arraycopy(raw, 0, padded, length, raw.length);
    return Arrays.copyOfRange(padded, raw.length, padded.length);
  }
}
