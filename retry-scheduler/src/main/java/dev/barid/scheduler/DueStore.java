package dev.barid.scheduler;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.LongSupplier;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;

/**
 * The deliveries that one partition of one tier holds, in the order in which they fall due.
 *
 * <p>Scans begin at the cursor, never at the start: what was released left tombstones there, and to
 * step over half a million of them takes a third of a second. The cursor is saved with the deletes
 * that move it, so a restart begins where the last tick ended. It moves back only when something is
 * held before it, which happens when the clock was set back; then at once, in the same transaction.
 *
 * <p>The number of held deliveries is saved once per tick rather than with every arrival. Those
 * that arrived between the last tick and a crash are missing from it until the store runs empty,
 * when the number is put right. It is only ever shown.
 *
 * <p>Not thread-safe: used by its stream thread alone.
 */
final class DueStore {

  /** What is read from the store before it is written to: an iterator is never open meanwhile. */
  private static final int CHUNK_RECORDS = 500;

  private static final int CHUNK_BYTES = 4 << 20;

  private final KeyValueStore<byte[], byte[]> store;
  private final LongSupplier nanoClock;
  private DueKey cursor;
  private long pending;
  private long headDueMs;
  private boolean unsaved;

  /**
   * Finds the first held delivery: one seek.
   *
   * @param nanoClock a monotonic clock in nanoseconds
   */
  DueStore(KeyValueStore<byte[], byte[]> store, LongSupplier nanoClock) {
    this.store = store;
    this.nanoClock = nanoClock;
    byte[] saved = store.get(StoreState.key());
    StoreState state = saved == null ? StoreState.NEW : StoreState.decode(saved);
    this.cursor = state.cursor();
    this.pending = state.pending();
    nextChunk(-1, 0);
  }

  /** Keeps a delivery until its key's due time. */
  void hold(DueKey key, byte[] entry) {
    store.put(key.encode(), entry);
    pending++;
    headDueMs = Math.min(headDueMs, key.dueMs());
    unsaved = true;
    if (key.compareTo(cursor) < 0) {
      cursor = key;
      save();
    }
  }

  /**
   * Hands out, in order, what is due, and forgets it; stops at the limit, and goes on from there
   * next time.
   *
   * @param nowMs the wall clock, epoch milliseconds
   * @param release takes each key with its entry
   */
  void drain(long nowMs, DrainLimit limit, BiConsumer<DueKey, byte[]> release) {
    long startedNanos = nanoClock.getAsLong();
    int room = limit.records();
    while (room > 0
        && headDueMs <= nowMs
        && nanoClock.getAsLong() - startedNanos < limit.time().toNanos()) {
      List<KeyValue<byte[], byte[]>> chunk = nextChunk(nowMs, Math.min(room, CHUNK_RECORDS));
      for (KeyValue<byte[], byte[]> entry : chunk) {
        // Unlike delete, this doesn't read the old value.
        store.put(entry.key, null);
        DueKey key = DueKey.decode(entry.key);
        cursor = key;
        pending--;
        unsaved = true;
        release.accept(key, entry.value);
      }
      room -= chunk.size();
    }
    putPendingRight();
    save();
  }

  /** The due time of the first held delivery, epoch milliseconds; Long.MAX_VALUE without one. */
  long headDueMs() {
    return headDueMs;
  }

  /** How many deliveries are held. */
  long pending() {
    return pending;
  }

  /** What is due, up to so many; and where the first delivery after those stands. */
  private List<KeyValue<byte[], byte[]>> nextChunk(long nowMs, int records) {
    List<KeyValue<byte[], byte[]>> chunk = new ArrayList<>();
    long bytes = 0;
    headDueMs = Long.MAX_VALUE;
    try (KeyValueIterator<byte[], byte[]> held =
        store.range(cursor.encode(), DueKey.LAST.encode())) {
      while (held.hasNext()) {
        KeyValue<byte[], byte[]> entry = held.next();
        long dueMs = DueKey.decode(entry.key).dueMs();
        if (dueMs > nowMs || chunk.size() >= records || bytes >= CHUNK_BYTES) {
          headDueMs = dueMs;
          break;
        }
        chunk.add(entry);
        bytes += entry.value.length;
      }
    }
    return chunk;
  }

  private void putPendingRight() {
    boolean empty = headDueMs == Long.MAX_VALUE;
    long right = empty ? 0 : Math.max(1, pending);
    if (pending != right) {
      pending = right;
      unsaved = true;
    }
  }

  private void save() {
    if (unsaved) {
      store.put(StoreState.key(), new StoreState(cursor, pending).encode());
      unsaved = false;
    }
  }
}
