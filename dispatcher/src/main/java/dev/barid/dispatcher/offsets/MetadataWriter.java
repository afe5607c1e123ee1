package dev.barid.dispatcher.offsets;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.zip.CRC32C;

/**
 * Writes runs as {@link OffsetMetadata} says, until one doesn't fit: that one and all after it are
 * left out. Can be used again, without allocating, to try what fits.
 */
final class MetadataWriter {

  static final String TAG = "b1:";
  static final int CHECKSUM_BYTES = Integer.BYTES;

  /** Lengths are positive longs: nine groups of seven bits. */
  static final int MAX_VARINT_BYTES = 9;

  private final byte[] bytes;
  private int size;
  private long base;
  private long edge;
  private boolean full;

  /**
   * @throws IllegalArgumentException when {@code maxChars} is negative or above what brokers take
   */
  MetadataWriter(int maxChars) {
    if (maxChars < 0 || maxChars > OffsetMetadata.MAX_CHARS) {
      throw new IllegalArgumentException(
          "characters of metadata \""
              + maxChars
              + "\" (expected: 0 to "
              + OffsetMetadata.MAX_CHARS
              + ")");
    }
    int wholeBytes = Math.max(0, maxChars - TAG.length()) * 3 / 4;
    bytes = new byte[Math.max(CHECKSUM_BYTES, wholeBytes)];
  }

  /** Forgets what was written; the next run counts from {@code committed}. */
  void restart(long committed) {
    size = CHECKSUM_BYTES;
    base = committed;
    edge = committed;
    full = false;
  }

  /**
   * Appends a run.
   *
   * @return false when it didn't fit, or one before it
   */
  boolean append(long start, long end) {
    if (start < edge || end <= start) {
      throw new IllegalArgumentException(
          "run \"" + start + ".." + (end - 1) + "\" (expected: one from " + edge + " on)");
    }
    long unfinished = start - edge;
    long finished = end - start;
    if (full || size + varintBytes(unfinished) + varintBytes(finished) > bytes.length) {
      full = true;
      return false;
    }
    appendVarint(unfinished);
    appendVarint(finished);
    edge = end;
    return true;
  }

  /** The text of what fitted; empty when nothing was written. */
  String text() {
    if (size == CHECKSUM_BYTES) {
      return "";
    }
    byte[] whole = Arrays.copyOf(bytes, size);
    ByteBuffer.wrap(whole).putInt(checksum(base, whole));
    return TAG + Base64.getUrlEncoder().withoutPadding().encodeToString(whole);
  }

  static boolean hasChecksum(long committed, byte[] bytes) {
    return bytes.length > CHECKSUM_BYTES
        && ByteBuffer.wrap(bytes).getInt() == checksum(committed, bytes);
  }

  private static int checksum(long committed, byte[] bytes) {
    CRC32C crc = new CRC32C();
    crc.update(ByteBuffer.allocate(Long.BYTES).putLong(0, committed));
    crc.update(bytes, CHECKSUM_BYTES, bytes.length - CHECKSUM_BYTES);
    return (int) crc.getValue();
  }

  private static int varintBytes(long value) {
    return Math.max(1, (Long.SIZE - Long.numberOfLeadingZeros(value) + 6) / 7);
  }

  private void appendVarint(long value) {
    long rest = value;
    while (rest > 0x7f) {
      bytes[size++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    bytes[size++] = (byte) rest;
  }
}
