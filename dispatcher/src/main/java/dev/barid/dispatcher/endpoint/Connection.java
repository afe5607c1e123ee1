package dev.barid.dispatcher.endpoint;

/**
 * A connection to an endpoint's host, as those see it who keep it. Attempts hold a {@link Lease}.
 *
 * <p>Confined to its event loop.
 */
sealed interface Connection permits Http1Connection, Http2Connection {

  /** Who keeps connections. Called on the event loop. */
  interface Keeper {

    /** Nobody uses it any more, and it can be used again. */
    void onIdle(Connection connection);

    /** It is closed, by whomever. Called once. */
    void onClosed(Connection connection);
  }

  Destination destination();

  /** Whether it can't be used any more. That its channel has closed is told it a turn later. */
  boolean isClosed();

  /** Nobody has used it since then, by {@link System#nanoTime}. */
  void idleSince(long nanos);

  /** Whether it has been idle for too long. */
  boolean isOld(long nowNanos);

  /** Closes it now, whatever is still to be sent. */
  void close();
}
