package dev.barid.scheduler;

import dev.barid.core.health.Parked;
import java.nio.ByteBuffer;
import java.time.Instant;

/**
 * A parked delivery in its store.
 *
 * @param offset its offset in {@code parked}, which no other record of the partition has
 * @param parked what its release depends on
 * @param record all of it, byte for byte
 */
record ParkedEntry(long offset, Parked parked, HeldRecord record) {

  private static final int PREFIX_BYTES = 3 * Long.BYTES;

  /** Where it stands in the order of give-up times. */
  DueKey giveUpKey() {
    return new DueKey(parked.giveUpAt().toEpochMilli(), offset);
  }

  /** The entry's bytes but for the offset, which is in its key. */
  byte[] encode() {
    byte[] held = record.encode();
    return ByteBuffer.allocate(PREFIX_BYTES + held.length)
        .putLong(parked.version())
        .putLong(parked.parkedAt().toEpochMilli())
        .putLong(parked.giveUpAt().toEpochMilli())
        .put(held)
        .array();
  }

  static ParkedEntry decode(long offset, byte[] bytes) {
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    Parked parked =
        new Parked(
            buffer.getLong(),
            Instant.ofEpochMilli(buffer.getLong()),
            Instant.ofEpochMilli(buffer.getLong()));
    byte[] held = new byte[buffer.remaining()];
    buffer.get(held);
    return new ParkedEntry(offset, parked, HeldRecord.decode(held));
  }
}
