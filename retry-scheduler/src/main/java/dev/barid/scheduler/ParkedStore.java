package dev.barid.scheduler;

import dev.barid.core.subscriber.EndpointKey;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;

/**
 * The parked deliveries of one partition: by endpoint, then in the order of their arrival.
 *
 * <p>Not thread-safe: used by its stream thread alone.
 */
final class ParkedStore {

  /** More than this isn't read at once, but for a single record. */
  private static final int CHUNK_BYTES = 4 << 20;

  private static final byte BEFORE = 0;
  private static final byte AFTER = 1;

  private final KeyValueStore<byte[], byte[]> store;

  ParkedStore(KeyValueStore<byte[], byte[]> store) {
    this.store = store;
  }

  void put(EndpointKey endpoint, ParkedEntry entry) {
    store.put(key(endpoint, entry.offset()), entry.encode());
  }

  void remove(EndpointKey endpoint, long offset) {
    // Unlike delete, this doesn't read the old value.
    store.put(key(endpoint, offset), null);
  }

  Optional<ParkedEntry> find(EndpointKey endpoint, long offset) {
    byte[] entry = store.get(key(endpoint, offset));
    return entry == null ? Optional.empty() : Optional.of(ParkedEntry.decode(offset, entry));
  }

  /**
   * What an endpoint has parked, the oldest first: up to so many, but at least one if there is any.
   *
   * @param cursor the offset to begin at: before it the store may be full of tombstones
   */
  List<ParkedEntry> from(EndpointKey endpoint, long cursor, int records) {
    List<ParkedEntry> chunk = new ArrayList<>();
    long bytes = 0;
    try (KeyValueIterator<byte[], byte[]> held =
        store.range(key(endpoint, cursor), key(endpoint, Long.MAX_VALUE))) {
      while (chunk.size() < records && bytes < CHUNK_BYTES && held.hasNext()) {
        KeyValue<byte[], byte[]> next = held.next();
        chunk.add(ParkedEntry.decode(offset(next.key), next.value));
        bytes += next.value.length;
      }
    }
    return chunk;
  }

  /** The offset of the newest delivery that an endpoint has parked. */
  OptionalLong last(EndpointKey endpoint) {
    try (KeyValueIterator<byte[], byte[]> held =
        store.reverseRange(key(endpoint, 0), key(endpoint, Long.MAX_VALUE))) {
      return held.hasNext() ? OptionalLong.of(offset(held.next().key)) : OptionalLong.empty();
    }
  }

  /**
   * The oldest delivery of each endpoint that has something parked and isn't among those known.
   * What those have isn't read, nor their tombstones.
   */
  Map<EndpointKey, ParkedEntry> oldestOfOthers(Collection<EndpointKey> known) {
    Map<EndpointKey, ParkedEntry> others = new LinkedHashMap<>();
    byte[] from = {0};
    for (byte[] name : known.stream().map(EndpointKey::toKey).sorted(Arrays::compare).toList()) {
      oldestBetween(from, bound(name, BEFORE), others);
      from = bound(name, AFTER);
    }
    oldestBetween(from, new byte[] {Byte.MAX_VALUE}, others);
    return others;
  }

  private void oldestBetween(byte[] from, byte[] to, Map<EndpointKey, ParkedEntry> oldest) {
    Optional<KeyValue<byte[], byte[]>> first = first(from, to);
    while (first.isPresent()) {
      byte[] key = first.get().key;
      byte[] name = Arrays.copyOf(key, key.length - 1 - Long.BYTES);
      EndpointKey endpoint =
          EndpointKey.fromKey(name)
              .orElseThrow(() -> new IllegalStateException("a parked delivery of no endpoint"));
      oldest.put(endpoint, ParkedEntry.decode(offset(key), first.get().value));
      first = first(bound(name, AFTER), to);
    }
  }

  private Optional<KeyValue<byte[], byte[]>> first(byte[] from, byte[] to) {
    try (KeyValueIterator<byte[], byte[]> held = store.range(from, to)) {
      return held.hasNext() ? Optional.of(held.next()) : Optional.empty();
    }
  }

  /** Before or after all that the endpoint has, and after or before all that others have. */
  private static byte[] bound(byte[] name, byte side) {
    byte[] bound = Arrays.copyOf(name, name.length + 1);
    bound[name.length] = side;
    return bound;
  }

  /** No id has a zero byte in it, so no endpoint's keys come between those of another one. */
  private static byte[] key(EndpointKey endpoint, long offset) {
    byte[] name = endpoint.toKey();
    return ByteBuffer.allocate(name.length + 1 + Long.BYTES)
        .put(name)
        .put(BEFORE)
        .putLong(offset)
        .array();
  }

  private static long offset(byte[] key) {
    return ByteBuffer.wrap(key).getLong(key.length - Long.BYTES);
  }
}
