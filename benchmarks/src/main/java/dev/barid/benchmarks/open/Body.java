package dev.barid.benchmarks.open;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * An event's body: JSON with when the event was due to be sent and its number, in fixed places, so
 * that the receiver reads it at little cost.
 */
final class Body {

  private static final String HEAD = "{\"at\":%019d,\"n\":%010d,\"pad\":\"";
  private static final byte[] TAIL = "\"}".getBytes(StandardCharsets.US_ASCII);
  private static final int AT = 6;
  private static final int AT_END = 25;
  private static final int NUMBER = 30;
  private static final int NUMBER_END = 40;
  private static final int HEAD_LENGTH = 48;

  /** The smallest that there is. */
  static final int LEAST_BYTES = HEAD_LENGTH + TAIL.length;

  private Body() {}

  /**
   * Makes one.
   *
   * @param atMicros when it was due to be sent, microseconds since the epoch
   * @param number counted from 0
   * @param bytes its size, at least {@link #LEAST_BYTES}
   */
  static byte[] of(long atMicros, long number, int bytes) {
    byte[] body = new byte[bytes];
    byte[] head = HEAD.formatted(atMicros, number).getBytes(StandardCharsets.US_ASCII);
    System.arraycopy(head, 0, body, 0, head.length);
    Arrays.fill(body, head.length, bytes - TAIL.length, (byte) 'x');
    System.arraycopy(TAIL, 0, body, bytes - TAIL.length, TAIL.length);
    return body;
  }

  static long atMicros(byte[] body) {
    return digits(body, AT, AT_END);
  }

  static int number(byte[] body) {
    return (int) digits(body, NUMBER, NUMBER_END);
  }

  private static long digits(byte[] body, int from, int to) {
    long value = 0;
    for (int i = from; i < to; i++) {
      value = value * 10 + (body[i] - '0');
    }
    return value;
  }
}
