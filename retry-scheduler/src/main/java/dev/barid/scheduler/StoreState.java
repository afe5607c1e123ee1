package dev.barid.scheduler;

import java.nio.ByteBuffer;

/**
 * What a tier's store says about itself, under a key of its own in the same store: so it is
 * restored, committed and moved together with what it describes, and costs no second store.
 *
 * @param cursor nothing is held before it; whatever was, left a tombstone that no scan should meet
 * @param pending how many deliveries are held
 */
record StoreState(DueKey cursor, long pending) {

  static final StoreState NEW = new StoreState(DueKey.FIRST, 0);

  private static final int BYTES = 3 * Long.BYTES;

  /** Sorts behind every {@link DueKey}: their first bit is zero, as due times aren't negative. */
  static byte[] key() {
    return new byte[] {(byte) 0x80};
  }

  byte[] encode() {
    return ByteBuffer.allocate(BYTES)
        .putLong(cursor.dueMs())
        .putLong(cursor.offset())
        .putLong(pending)
        .array();
  }

  static StoreState decode(byte[] bytes) {
    if (bytes.length != BYTES) {
      throw new IllegalStateException(
          "store state of \"" + bytes.length + "\" bytes (expected: " + BYTES + ")");
    }
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    return new StoreState(new DueKey(buffer.getLong(), buffer.getLong()), buffer.getLong());
  }
}
