package dev.barid.dispatcher.endpoint;

import io.netty.util.concurrent.Future;
import java.nio.channels.ClosedChannelException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Makes connections for attempts that found none.
 *
 * <p>Over TLS the server chooses whether a connection carries one request or many. So those who
 * come while one is being made wait for it, as many as it is likely to carry: any number where the
 * protocol isn't known yet. With HTTP/2 they share it; with HTTP/1.1, or when it fails, each makes
 * one of its own. A connection is made only for an attempt that needs one, so there are never more
 * than attempts in flight.
 *
 * <p>Confined to the event loop.
 */
final class Dialer {

  /** Hosts that are remembered to speak HTTP/1.1, so that nobody waits there. */
  private static final int MOST_REMEMBERED = 10_000;

  /** Who needs a connection. */
  interface Caller {

    /** How long its connection may take, for TCP and for TLS each. */
    long connectMs();

    /** Whether it needs none any more. */
    boolean isGone();

    void onLease(Lease lease);

    void onUnconnected(Throwable failure);
  }

  /** Who makes one connection. */
  interface Line {
    Future<Connection> connect(Destination destination, long timeoutMs);
  }

  /** A connection that is being made, and who waits for it, the one for whom it is made first. */
  private record Making(List<Caller> callers, int capacity) {}

  private final Line line;
  private final Connections connections;
  private final Map<Destination, List<Making>> makings = new HashMap<>();
  private final Set<Destination> withHttp1 =
      Collections.newSetFromMap(
          new LinkedHashMap<>() {
            @Override
            protected boolean removeEldestEntry(Map.Entry<Destination, Boolean> eldest) {
              return size() > MOST_REMEMBERED;
            }
          });

  Dialer(Line line, Connections connections) {
    this.line = line;
    this.connections = connections;
  }

  /** Gets the caller a connection that leads there. */
  void dial(Destination destination, Caller caller) {
    if (!destination.ssl() || withHttp1.contains(destination)) {
      dialAlone(destination, caller);
      return;
    }
    List<Making> all = makings.computeIfAbsent(destination, none -> new ArrayList<>(1));
    for (Making making : all) {
      if (making.callers.size() < making.capacity) {
        making.callers.add(caller);
        return;
      }
    }
    Making making =
        new Making(
            new ArrayList<>(List.of(caller)),
            connections.capacity(destination).orElse(Integer.MAX_VALUE));
    all.add(making);
    make(destination, making);
  }

  /** The same, without waiting for another's. */
  private void dialAlone(Destination destination, Caller caller) {
    make(destination, new Making(List.of(caller), 1));
  }

  private void make(Destination destination, Making making) {
    Future<Connection> connecting = line.connect(destination, making.callers.get(0).connectMs());
    connecting.addListener(
        connected -> {
          forget(destination, making);
          if (!connected.isSuccess()) {
            onUnconnected(destination, making.callers, connected.cause());
          } else if (connecting.getNow() instanceof Http2Connection shared) {
            onShared(shared, making.callers);
          } else {
            onWhole((Http1Connection) connecting.getNow(), making.callers);
          }
        });
  }

  private void forget(Destination destination, Making making) {
    List<Making> all = makings.get(destination);
    if (all != null && all.remove(making) && all.isEmpty()) {
      makings.remove(destination);
    }
  }

  /** One failure may be chance: it is that of the caller for whom the connection was made. */
  private void onUnconnected(Destination destination, List<Caller> callers, Throwable failure) {
    Caller first = callers.get(0);
    if (!first.isGone()) {
      first.onUnconnected(failure);
    }
    othersAlone(destination, callers, first);
  }

  private void onWhole(Http1Connection made, List<Caller> callers) {
    Destination destination = made.destination();
    if (destination.ssl()) {
      withHttp1.add(destination);
    }
    Optional<Caller> first = callers.stream().filter(caller -> !caller.isGone()).findFirst();
    if (first.isEmpty()) {
      // Nothing was sent over it yet: the next attempt can have it.
      connections.giveBack(made, System.nanoTime());
    } else if (made.isClosed()) {
      // By an answer that came before any request, say.
      first.get().onUnconnected(new ClosedChannelException());
    } else {
      first.get().onLease(made);
    }
    first.ifPresent(served -> othersAlone(destination, callers, served));
  }

  private void othersAlone(Destination destination, List<Caller> callers, Caller served) {
    for (Caller caller : callers) {
      if (caller != served && !caller.isGone()) {
        dialAlone(destination, caller);
      }
    }
  }

  private void onShared(Http2Connection made, List<Caller> callers) {
    Destination destination = made.destination();
    withHttp1.remove(destination);
    connections.add(made, System.nanoTime());
    boolean served = false;
    for (Caller caller : callers) {
      if (caller.isGone()) {
        continue;
      }
      Optional<? extends Lease> room =
          served ? connections.take(destination, System.nanoTime()) : made.lease();
      if (room.isPresent()) {
        caller.onLease(room.get());
      } else if (served) {
        dial(destination, caller);
      } else {
        // A peer that takes no requests would have connections made for ever.
        caller.onUnconnected(new ClosedChannelException());
      }
      served = true;
    }
  }
}
