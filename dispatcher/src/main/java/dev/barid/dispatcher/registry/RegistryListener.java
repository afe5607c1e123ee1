package dev.barid.dispatcher.registry;

import dev.barid.core.subscriber.Subscriber;
import java.util.Optional;

/** Told of the registry, by the registry's thread, in the order of the topic. */
public interface RegistryListener {

  /** The entry of this subscriber is new; empty if it was deleted. */
  void changed(String subscriber, Optional<Subscriber> entry) throws InterruptedException;

  /**
   * All that was in the registry when it was asked for has been told.
   *
   * @param token the request's; 0 for the first reading, which nobody asked for
   */
  void caughtUp(long token) throws InterruptedException;
}
