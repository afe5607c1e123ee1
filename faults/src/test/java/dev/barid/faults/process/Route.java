package dev.barid.faults.process;

import java.util.List;
import java.util.stream.Collectors;

/**
 * A way to all brokers of a cluster that can be cut: whoever bootstraps over it reaches every
 * broker by a {@link Relay}. Thread-safe.
 */
public final class Route {

  private final String listener;
  private final List<Relay> relays;

  Route(String listener, List<Relay> relays) {
    this.listener = listener;
    this.relays = List.copyOf(relays);
  }

  /** As clients take it. */
  public String bootstrapServers() {
    return relays.stream()
        .map(relay -> "127.0.0.1:" + relay.port())
        .collect(Collectors.joining(","));
  }

  /** Cuts it: nothing goes through, and nobody is told. */
  public void drop() {
    relays.forEach(Relay::drop);
  }

  /** Ends the cut. */
  public void heal() {
    relays.forEach(Relay::heal);
  }

  String listener() {
    return listener;
  }

  /** The port that a broker advertises for it. */
  int advertisedPort(int index) {
    return relays.get(index).port();
  }

  void close() {
    relays.forEach(Relay::close);
  }
}
