package dev.barid.scheduler;

import dev.barid.core.subscriber.EndpointKey;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;

/**
 * The endpoints of one partition that have something parked, or whose health is known.
 *
 * <p>Not thread-safe: used by its stream thread alone.
 */
final class EndpointStore {

  private final KeyValueStore<byte[], byte[]> store;

  EndpointStore(KeyValueStore<byte[], byte[]> store) {
    this.store = store;
  }

  Optional<ParkedEndpoint> find(EndpointKey key) {
    byte[] saved = store.get(key.toKey());
    return saved == null ? Optional.empty() : Optional.of(ParkedEndpoint.decode(key, saved));
  }

  /** Saves what is worth it: an endpoint of which nothing is known is forgotten. */
  void save(ParkedEndpoint endpoint) {
    boolean known = endpoint.isHolding() || endpoint.isHealthKnown();
    store.put(endpoint.key().toKey(), known ? endpoint.encode() : null);
  }

  /** Hands out those that have something parked. */
  void forEachHolding(Consumer<ParkedEndpoint> action) {
    try (KeyValueIterator<byte[], byte[]> saved = store.all()) {
      while (saved.hasNext()) {
        KeyValue<byte[], byte[]> next = saved.next();
        EndpointKey key =
            EndpointKey.fromKey(next.key)
                .orElseThrow(() -> new IllegalStateException("a parked endpoint of no name"));
        ParkedEndpoint endpoint = ParkedEndpoint.decode(key, next.value);
        if (endpoint.isHolding()) {
          action.accept(endpoint);
        }
      }
    }
  }
}
