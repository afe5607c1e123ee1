package dev.barid.dispatcher.worker;

import dev.barid.core.attempt.AttemptResult;
import dev.barid.core.delivery.Delivery;
import dev.barid.core.subscriber.Endpoint;
import java.time.Instant;
import java.util.function.Consumer;

/** Makes HTTP requests. */
public interface AttemptSender {

  /**
   * Starts an attempt. Never blocks, never throws.
   *
   * @param delivery what to send; its history tells how many attempts there were before
   * @param endpoint where to, as the registry has it now
   * @param now the wall clock, for the signature
   * @param onEnd told exactly once, on any thread
   */
  void send(Delivery delivery, Endpoint endpoint, Instant now, Consumer<AttemptResult> onEnd);

  /** How many of those that were started haven't begun: they wait for this process alone. */
  int unbegun();
}
