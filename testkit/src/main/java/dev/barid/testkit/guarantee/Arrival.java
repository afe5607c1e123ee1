package dev.barid.testkit.guarantee;

import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A request that an endpoint got.
 *
 * @param at when its head had arrived
 * @param attempt its {@code X-Delivery-Attempt}
 * @param status the answer's, empty for none
 * @param endedAt when the answer had been written or the connection closed, empty if unknown
 * @param complete whether the answer was written to its end
 */
public record Arrival(
    DeliveryId delivery,
    Instant at,
    int attempt,
    OptionalInt status,
    Optional<Instant> endedAt,
    boolean complete) {

  /** The endpoint took the event, as far as it can know. */
  public boolean isSuccess() {
    return complete && status.isPresent() && status.getAsInt() / 100 == 2;
  }

  @Override
  public String toString() {
    return delivery
        + " attempt "
        + attempt
        + " at "
        + at
        + ", "
        + (status.isPresent() ? status.getAsInt() : "no answer")
        + endedAt.map(end -> " at " + end).orElse("")
        + (complete ? "" : ", cut off");
  }
}
