package dev.barid.scheduler;

import dev.barid.core.subscriber.EndpointKey;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;

/**
 * The parked deliveries of one partition in the order of their give-up times, and how many they
 * are.
 *
 * <p>Scans begin at the cursor, which is saved, never at the start, where what is gone left
 * tombstones. Unlike those of a tier, entries go at any place, so that the tombstones would be met
 * again each time one with an early give-up time comes and goes. Therefore the cursor stays when
 * such a one comes: what stands before the cursor is remembered beside the store, up to a bound. A
 * restart begins at the first of those.
 *
 * <p>The count may miss those that arrived between the last tick and a crash, until nothing is
 * parked, and those that the index doesn't know of. It is only ever shown.
 *
 * <p>Not thread-safe: used by its stream thread alone.
 */
final class GiveUpIndex {

  private static final int MAX_EARLY = 10_000;

  /** One of the index: when to give up, and whose delivery it is. */
  record Entry(DueKey key, EndpointKey endpoint) {}

  private final KeyValueStore<byte[], byte[]> store;

  /** What stands before the cursor. */
  private final TreeMap<DueKey, EndpointKey> early = new TreeMap<>();

  /** Between it and the head there is nothing. */
  private DueKey cursor;

  /** The first one at or after the cursor, {@link DueKey#LAST} without one; if known. */
  private DueKey head = DueKey.LAST;

  private boolean headKnown;
  private long count;
  private boolean unsaved;

  GiveUpIndex(KeyValueStore<byte[], byte[]> store) {
    this.store = store;
    byte[] saved = store.get(StoreState.key());
    StoreState state = saved == null ? StoreState.NEW : StoreState.decode(saved);
    this.cursor = state.cursor();
    this.count = state.pending();
  }

  void add(DueKey key, EndpointKey endpoint) {
    store.put(key.encode(), endpoint.toKey());
    count++;
    unsaved = true;
    if (key.compareTo(cursor) < 0) {
      early.put(key, endpoint);
      if (early.size() > MAX_EARLY) {
        goBack();
      }
      // With the entry: a restart must begin before it.
      save();
    } else if (headKnown && key.compareTo(head) < 0) {
      head = key;
    }
  }

  void remove(DueKey key) {
    // Unlike delete, this doesn't read the old value.
    store.put(key.encode(), null);
    count = Math.max(0, count - 1);
    unsaved = true;
    if (early.remove(key) == null && headKnown && key.equals(head)) {
      cursor = key;
      headKnown = false;
    }
  }

  /** The first give-up time, epoch milliseconds; Long.MAX_VALUE without one. At most one seek. */
  long headMs() {
    findHead();
    return early.isEmpty() ? head.dueMs() : Math.min(early.firstKey().dueMs(), head.dueMs());
  }

  /** Those whose give-up time has come, up to so many; they stay until they are removed. */
  List<Entry> due(long nowMs, int entries) {
    List<Entry> due = new ArrayList<>();
    early.headMap(new DueKey(nowMs, Long.MAX_VALUE), true).entrySet().stream()
        .limit(entries)
        .forEach(entry -> due.add(new Entry(entry.getKey(), entry.getValue())));
    if (due.size() == entries || findHead().dueMs() > nowMs) {
      return due;
    }
    DueKey last = new DueKey(nowMs, Long.MAX_VALUE);
    try (KeyValueIterator<byte[], byte[]> found = store.range(head.encode(), last.encode())) {
      while (due.size() < entries && found.hasNext()) {
        due.add(entry(found.next()));
      }
    }
    return due;
  }

  long count() {
    return count;
  }

  /** Nothing is parked, whatever was counted. */
  void putCountRight() {
    if (count != 0) {
      count = 0;
      unsaved = true;
    }
  }

  /** To be called at the end of each tick. */
  void save() {
    if (unsaved) {
      DueKey first =
          early.isEmpty() || cursor.compareTo(early.firstKey()) < 0 ? cursor : early.firstKey();
      store.put(StoreState.key(), new StoreState(first, count).encode());
      unsaved = false;
    }
  }

  private DueKey findHead() {
    if (!headKnown) {
      try (KeyValueIterator<byte[], byte[]> found =
          store.range(cursor.encode(), DueKey.LAST.encode())) {
        head = found.hasNext() ? DueKey.decode(found.next().key) : DueKey.LAST;
      }
      headKnown = true;
      if (!head.equals(DueKey.LAST)) {
        cursor = head;
        unsaved = true;
      }
    }
    return head;
  }

  /** Too many to remember: the scan goes back to the first of them, once. */
  private void goBack() {
    cursor = early.firstKey();
    head = cursor;
    headKnown = true;
    early.clear();
  }

  private static Entry entry(KeyValue<byte[], byte[]> found) {
    EndpointKey endpoint =
        EndpointKey.fromKey(found.value)
            .orElseThrow(() -> new IllegalStateException("a give-up time of no endpoint"));
    return new Entry(DueKey.decode(found.key), endpoint);
  }
}
