package dev.barid.core.net;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Locale;
import java.util.Optional;
import java.util.StringJoiner;

/** IP addresses as text, read and written without ever asking a resolver. */
final class IpLiteral {
  static final int V4_BYTES = 4;
  static final int V6_BYTES = 16;
  private static final int V6_GROUPS = 8;
  private static final int MAX_V6_CHARS = 45;

  private IpLiteral() {}

  /** The bytes of a dotted-decimal IPv4 address, four parts without leading zeros. */
  static Optional<byte[]> strictV4(String text) {
    String[] parts = text.split("\\.", -1);
    if (parts.length != V4_BYTES) {
      return Optional.empty();
    }
    byte[] bytes = new byte[V4_BYTES];
    for (int i = 0; i < V4_BYTES; i++) {
      if (!parts[i].matches("0|[1-9][0-9]{0,2}") || Integer.parseInt(parts[i]) > 255) {
        return Optional.empty();
      }
      bytes[i] = (byte) Integer.parseInt(parts[i]);
    }
    return Optional.of(bytes);
  }

  /**
   * Whether software would take the host for an IPv4 address: its last label is a number, decimal
   * or hexadecimal (URL Standard, "ends in a number").
   */
  static boolean endsInNumber(String host) {
    String last = host.substring(host.lastIndexOf('.') + 1);
    return last.matches("[0-9]+|0[xX][0-9a-fA-F]*");
  }

  /**
   * The bytes of an IPv4 address in any spelling that software accepts: one to four parts, each
   * decimal, octal ({@code 0177}) or hexadecimal ({@code 0x7f}), the last filling what remains (URL
   * Standard, "IPv4 parser").
   */
  static Optional<byte[]> looseV4(String text) {
    String[] parts = text.split("\\.", -1);
    if (parts.length > V4_BYTES) {
      return Optional.empty();
    }
    long address = 0;
    for (int i = 0; i < parts.length; i++) {
      boolean last = i == parts.length - 1;
      int bits = last ? 8 * (V4_BYTES + 1 - parts.length) : 8;
      Optional<Long> part = number(parts[i]);
      if (part.isEmpty() || part.get() >= 1L << bits) {
        return Optional.empty();
      }
      address = address << bits | part.get();
    }
    byte[] bytes = new byte[V4_BYTES];
    for (int i = 0; i < V4_BYTES; i++) {
      bytes[i] = (byte) (address >> (8 * (V4_BYTES - 1 - i)));
    }
    return Optional.of(bytes);
  }

  private static Optional<Long> number(String part) {
    String lower = part.toLowerCase(Locale.ROOT);
    boolean hex = lower.startsWith("0x");
    boolean octal = !hex && lower.length() > 1 && lower.startsWith("0");
    int radix = hex ? 16 : octal ? 8 : 10;
    String digits = hex ? lower.substring(2) : lower;
    if (digits.isEmpty()) {
      return hex ? Optional.of(0L) : Optional.empty();
    }
    long value = 0;
    for (int i = 0; i < digits.length(); i++) {
      int digit = digits.charAt(i) < 0x80 ? Character.digit(digits.charAt(i), radix) : -1;
      if (digit < 0) {
        return Optional.empty();
      }
      value = value * radix + digit;
      if (value > 0xFFFF_FFFFL) {
        return Optional.empty();
      }
    }
    return Optional.of(value);
  }

  /** The bytes of an IPv6 address (RFC 4291, section 2.2); no brackets, no zone. */
  static Optional<byte[]> v6(String text) {
    if (text.length() > MAX_V6_CHARS) {
      return Optional.empty();
    }
    int gap = text.indexOf("::");
    if (gap < 0) {
      byte[] bytes = new byte[V6_BYTES];
      return fill(text, bytes, 0) == V6_BYTES ? Optional.of(bytes) : Optional.empty();
    }
    byte[] head = new byte[V6_BYTES];
    byte[] tail = new byte[V6_BYTES];
    String before = text.substring(0, gap);
    int headBytes = before.indexOf('.') >= 0 ? -1 : fill(before, head, 0);
    int tailBytes = fill(text.substring(gap + 2), tail, 0);
    if (headBytes < 0 || tailBytes < 0 || headBytes + tailBytes > V6_BYTES - 2) {
      return Optional.empty();
    }
    System.arraycopy(tail, 0, head, V6_BYTES - tailBytes, tailBytes);
    return Optional.of(head);
  }

  /** Writes colon-separated groups, the last possibly IPv4; returns where they end, or -1. */
  private static int fill(String groups, byte[] into, int from) {
    if (groups.isEmpty()) {
      return from;
    }
    String[] parts = groups.split(":", -1);
    int at = from;
    for (int i = 0; i < parts.length; i++) {
      Optional<byte[]> v4 =
          i == parts.length - 1 && parts[i].indexOf('.') >= 0
              ? strictV4(parts[i])
              : Optional.empty();
      int length = v4.isPresent() ? V4_BYTES : 2;
      if (at + length > into.length || (v4.isEmpty() && !parts[i].matches("[0-9a-fA-F]{1,4}"))) {
        return -1;
      }
      if (v4.isPresent()) {
        System.arraycopy(v4.get(), 0, into, at, V4_BYTES);
      } else {
        int group = Integer.parseInt(parts[i], 16);
        into[at] = (byte) (group >> 8);
        into[at + 1] = (byte) group;
      }
      at += length;
    }
    return at;
  }

  /** The address of 4 or 16 bytes; an IPv4-mapped one comes out as IPv4. */
  static InetAddress address(byte[] bytes) {
    try {
      return InetAddress.getByAddress(bytes);
    } catch (UnknownHostException e) {
      throw new IllegalArgumentException("neither 4 nor 16 bytes", e);
    }
  }

  /** The usual text of an address: dotted decimal, or RFC 5952. */
  static String format(byte[] bytes) {
    if (bytes.length == V4_BYTES) {
      StringJoiner parts = new StringJoiner(".");
      for (byte part : bytes) {
        parts.add(Integer.toString(part & 0xFF));
      }
      return parts.toString();
    }
    int gapStart = -1;
    int gapLength = 1;
    for (int i = 0; i < V6_GROUPS; i++) {
      int end = i;
      while (end < V6_GROUPS && group(bytes, end) == 0) {
        end++;
      }
      if (end - i > gapLength) {
        gapStart = i;
        gapLength = end - i;
      }
    }
    if (gapStart < 0) {
      return groups(bytes, 0, V6_GROUPS);
    }
    return groups(bytes, 0, gapStart) + "::" + groups(bytes, gapStart + gapLength, V6_GROUPS);
  }

  private static String groups(byte[] bytes, int from, int to) {
    StringJoiner groups = new StringJoiner(":");
    for (int i = from; i < to; i++) {
      groups.add(Integer.toHexString(group(bytes, i)));
    }
    return groups.toString();
  }

  private static int group(byte[] bytes, int index) {
    return (bytes[2 * index] & 0xFF) << 8 | (bytes[2 * index + 1] & 0xFF);
  }
}
