package dev.barid.scheduler;

import java.nio.ByteBuffer;

/**
 * Where a held delivery stands in its tier's store: by due time, then by the offset at which it was
 * read, which no other record of the partition has.
 *
 * @param dueMs when it is due, epoch milliseconds; not negative
 * @param offset its offset in the tier's topic; not negative
 */
record DueKey(long dueMs, long offset) implements Comparable<DueKey> {

  static final DueKey FIRST = new DueKey(0, 0);
  static final DueKey LAST = new DueKey(Long.MAX_VALUE, Long.MAX_VALUE);

  private static final int BYTES = 2 * Long.BYTES;

  DueKey {
    if (dueMs < 0 || offset < 0) {
      throw new IllegalArgumentException(
          "due key \"" + dueMs + "/" + offset + "\" (expected: nothing negative)");
    }
  }

  /** Big-endian, so that bytes, compared unsigned, sort as the keys do. */
  byte[] encode() {
    return ByteBuffer.allocate(BYTES).putLong(dueMs).putLong(offset).array();
  }

  static DueKey decode(byte[] bytes) {
    if (bytes.length != BYTES) {
      throw new IllegalStateException(
          "due key of \"" + bytes.length + "\" bytes (expected: " + BYTES + ")");
    }
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    return new DueKey(buffer.getLong(), buffer.getLong());
  }

  @Override
  public int compareTo(DueKey other) {
    int byDue = Long.compare(dueMs, other.dueMs);
    return byDue != 0 ? byDue : Long.compare(offset, other.offset);
  }
}
