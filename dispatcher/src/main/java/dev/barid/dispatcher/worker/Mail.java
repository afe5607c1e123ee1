package dev.barid.dispatcher.worker;

import dev.barid.core.attempt.AttemptResult;
import dev.barid.core.subscriber.Subscriber;
import dev.barid.dispatcher.commit.BatchResult;
import java.util.Optional;

/** What other threads tell the owner thread. */
public sealed interface Mail {

  /**
   * An attempt ended.
   *
   * @param attempt which one
   * @param result how
   */
  record AttemptEnded(InFlight attempt, AttemptResult result) implements Mail {}

  /**
   * The outcome of a transaction is known.
   *
   * @param result how it ended
   */
  record BatchEnded(BatchResult result) implements Mail {}

  /**
   * A subscriber's registry entry is new.
   *
   * @param subscriber its id
   * @param entry the entry, empty if it was deleted
   */
  record RegistryChanged(String subscriber, Optional<Subscriber> entry) implements Mail {}

  /**
   * Everything that was in the registry when {@code token} was asked for has been told.
   *
   * @param token the request's number
   */
  record RegistryCaughtUp(long token) implements Mail {}
}
