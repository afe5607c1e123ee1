package dev.barid.dispatcher.outcome;

import dev.barid.core.delivery.TopicRecord;
import dev.barid.core.policy.DeadLetterReason;
import java.util.List;

/**
 * What a step of a delivery writes, and whether the step was its last one.
 *
 * @param records what to write in the transaction that also commits the record's offset
 * @param end how the delivery ended; {@link End.Waits} if it comes back later
 */
public record Outcome(List<TopicRecord> records, End end) {

  public Outcome {
    records = List.copyOf(records);
  }

  /** How a delivery stands after the step. */
  public sealed interface End {
    /** Delivered. */
    record Delivered(int attempts) implements End {}

    /** In the DLQ. */
    record DeadLettered(DeadLetterReason reason) implements End {}

    /** It waits in a delay topic. */
    record Waits(boolean deferred) implements End {}

    /** It waits in {@code parked} for its endpoint. */
    record Parked() implements End {}

    /** The event was moved to its key's own partition. */
    record Moved() implements End {}
  }
}
