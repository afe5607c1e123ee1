package dev.barid.scheduler;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/**
 * A store in memory that behaves like RocksDB where it matters here: keys sort as unsigned bytes,
 * deleted ones stay as tombstones that a scan steps over, and writing under an open iterator is
 * refused.
 */
final class TombstoneStore implements KeyValueStore<byte[], byte[]> {

  private final NavigableMap<byte[], Optional<byte[]>> entries =
      new TreeMap<>(Arrays::compareUnsigned);
  private int openIterators;
  private long steps;
  private long writes;

  /** How many entries and tombstones scans have stepped over. */
  long steps() {
    return steps;
  }

  long writes() {
    return writes;
  }

  @Override
  public void put(byte[] key, byte @Nullable [] value) {
    if (openIterators > 0) {
      throw new IllegalStateException("written to under an open iterator");
    }
    writes++;
    entries.put(key, Optional.ofNullable(value));
  }

  @Override
  public byte @Nullable [] get(byte[] key) {
    Optional<byte[]> entry = entries.get(key);
    return entry == null ? null : entry.orElse(null);
  }

  @Override
  public KeyValueIterator<byte[], byte[]> range(byte[] from, byte[] to) {
    return scan(entries.subMap(from, true, to, true));
  }

  @Override
  public KeyValueIterator<byte[], byte[]> reverseRange(byte[] from, byte[] to) {
    return scan(entries.subMap(from, true, to, true).descendingMap());
  }

  private KeyValueIterator<byte[], byte[]> scan(Map<byte[], Optional<byte[]>> view) {
    openIterators++;
    var rest = view.entrySet().iterator();
    return new KeyValueIterator<>() {
      private @Nullable KeyValue<byte[], byte[]> next = advance();

      private @Nullable KeyValue<byte[], byte[]> advance() {
        while (rest.hasNext()) {
          steps++;
          Map.Entry<byte[], Optional<byte[]>> entry = rest.next();
          if (entry.getValue().isPresent()) {
            return KeyValue.pair(entry.getKey(), entry.getValue().get());
          }
        }
        return null;
      }

      @Override
      public boolean hasNext() {
        return next != null;
      }

      @Override
      public KeyValue<byte[], byte[]> next() {
        KeyValue<byte[], byte[]> current = next;
        if (current == null) {
          throw new NoSuchElementException();
        }
        next = advance();
        return current;
      }

      @Override
      public byte[] peekNextKey() {
        throw new UnsupportedOperationException();
      }

      @Override
      public void close() {
        openIterators--;
      }
    };
  }

  @Override
  public KeyValueIterator<byte[], byte[]> all() {
    return scan(entries);
  }

  @Override
  public byte[] putIfAbsent(byte[] key, byte[] value) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void putAll(List<KeyValue<byte[], byte[]>> all) {
    throw new UnsupportedOperationException();
  }

  @Override
  public byte[] delete(byte[] key) {
    throw new UnsupportedOperationException("reads the old value");
  }

  @Override
  public long approximateNumEntries() {
    throw new UnsupportedOperationException("counts tombstones");
  }

  @Override
  public String name() {
    return "held";
  }

  @Override
  public void init(StateStoreContext context, StateStore root) {}

  @Override
  public void close() {}

  @Override
  public boolean persistent() {
    return true;
  }

  @Override
  public boolean isOpen() {
    return true;
  }
}
