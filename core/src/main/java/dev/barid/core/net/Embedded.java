package dev.barid.core.net;

import java.util.Arrays;

/** Where IPv6 addresses carry an IPv4 address. */
final class Embedded {
  private static final byte[] MAPPED = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, (byte) 0xFF, (byte) 0xFF};

  private Embedded() {}

  /** Whether these are the 16 bytes of an IPv4-mapped address, {@code ::ffff:0:0/96}. */
  static boolean isMapped(byte[] address) {
    return address.length == IpLiteral.V6_BYTES
        && Arrays.equals(address, 0, MAPPED.length, MAPPED, 0, MAPPED.length);
  }

  /**
   * Whether the interface identifier is ISATAP's (RFC 5214, section 6.1): {@code 0000:5efe} or
   * {@code 0200:5efe} and an IPv4 address, under any prefix.
   */
  static boolean isIsatap(byte[] address) {
    return address.length == IpLiteral.V6_BYTES
        && (address[8] & 0xFD) == 0
        && address[9] == 0
        && address[10] == 0x5E
        && address[11] == (byte) 0xFE;
  }

  /** The four bytes from there on. */
  static byte[] v4At(byte[] address, int index) {
    return Arrays.copyOfRange(address, index, index + IpLiteral.V4_BYTES);
  }
}
