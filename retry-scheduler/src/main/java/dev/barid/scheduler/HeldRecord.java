package dev.barid.scheduler;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;

/**
 * A record while it is held, and its form in the store: everything of it, byte for byte.
 *
 * <p>The form is one byte for its version, the timestamp in eight, then key, value, the number of
 * headers, and each header's name and value. Byte strings come after their length plus one, zero
 * standing for null; numbers take seven bits a byte, the lowest first. So the form is larger than
 * the record in Kafka by no more than a few bytes, however many headers it has.
 *
 * @param timestampMs the record's timestamp, epoch milliseconds
 * @param key the key, null for none
 * @param value the value, null for none
 * @param headers the headers in their order
 */
record HeldRecord(
    long timestampMs, byte @Nullable [] key, byte @Nullable [] value, Headers headers) {

  private static final byte VERSION = 1;

  byte[] encode() {
    Header[] all = headers.toArray();
    byte[][] names = new byte[all.length][];
    int size = 1 + Long.BYTES + sizeOf(key) + sizeOf(value) + sizeOf(all.length);
    for (int i = 0; i < all.length; i++) {
      names[i] = all[i].key().getBytes(StandardCharsets.UTF_8);
      size += sizeOf(names[i]) + sizeOf(all[i].value());
    }
    ByteBuffer out = ByteBuffer.allocate(size);
    out.put(VERSION).putLong(timestampMs);
    write(key, out);
    write(value, out);
    write(all.length, out);
    for (int i = 0; i < all.length; i++) {
      write(names[i], out);
      write(all[i].value(), out);
    }
    return out.array();
  }

  /**
   * @throws IllegalStateException if another version wrote the bytes
   */
  static HeldRecord decode(byte[] bytes) {
    ByteBuffer in = ByteBuffer.wrap(bytes);
    byte version = in.get();
    if (version != VERSION) {
      throw new IllegalStateException(
          "version of a held record \"" + version + "\" (expected: " + VERSION + ")");
    }
    long timestampMs = in.getLong();
    byte[] key = readBytes(in);
    byte[] value = readBytes(in);
    Headers headers = new RecordHeaders();
    int count = readNumber(in);
    for (int i = 0; i < count; i++) {
      byte[] name = readBytes(in);
      headers.add(text(name), readBytes(in));
    }
    return new HeldRecord(timestampMs, key, value, headers);
  }

  private static String text(byte @Nullable [] name) {
    return name == null ? "" : new String(name, StandardCharsets.UTF_8);
  }

  private static int sizeOf(byte @Nullable [] bytes) {
    return bytes == null ? 1 : sizeOf(bytes.length + 1) + bytes.length;
  }

  private static void write(byte @Nullable [] bytes, ByteBuffer out) {
    if (bytes == null) {
      write(0, out);
    } else {
      write(bytes.length + 1, out);
      out.put(bytes);
    }
  }

  private static byte @Nullable [] readBytes(ByteBuffer in) {
    int lengthPlusOne = readNumber(in);
    if (lengthPlusOne == 0) {
      return null;
    }
    byte[] bytes = new byte[lengthPlusOne - 1];
    in.get(bytes);
    return bytes;
  }

  private static int sizeOf(int number) {
    return 1 + (31 - Integer.numberOfLeadingZeros(number | 1)) / 7;
  }

  private static void write(int number, ByteBuffer out) {
    int rest = number;
    while (rest > 0x7f) {
      out.put((byte) (rest | 0x80));
      rest >>>= 7;
    }
    out.put((byte) rest);
  }

  private static int readNumber(ByteBuffer in) {
    int number = 0;
    for (int shift = 0; shift < Integer.SIZE; shift += 7) {
      byte part = in.get();
      number |= (part & 0x7f) << shift;
      if (part >= 0) {
        return number;
      }
    }
    throw new IllegalStateException("a number of a held record has no end");
  }
}
