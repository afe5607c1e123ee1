package dev.barid.core.delivery;

import dev.barid.core.event.Event;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/** What a record of {@code events} or {@code redeliveries} turns out to be. */
public sealed interface Incoming {

  /** The record it was read from. */
  SourceRecord source();

  /**
   * An event for every matching endpoint of its subscriber.
   *
   * @param source the record
   * @param event the event
   * @param ttl its own time to live, counted from its acceptance
   * @param retryReason {@code redrive} when it comes from the DLQ
   * @param rehomed whether it was already moved to its key's partition once
   */
  record ForAll(
      SourceRecord source,
      Event event,
      Optional<Duration> ttl,
      Optional<String> retryReason,
      boolean rehomed)
      implements Incoming {}

  /**
   * A delivery that comes back for its one endpoint.
   *
   * @param source the record
   * @param delivery the delivery with its history
   * @param sentAsProbe the health's version that the scheduler sent it as the probe of, if it did
   */
  record ForOne(SourceRecord source, Delivery delivery, OptionalLong sentAsProbe)
      implements Incoming {}

  /**
   * A record that can't be delivered to anyone.
   *
   * @param source the record
   * @param problem what is wrong, naming the field, the value and what was expected
   */
  record Malformed(SourceRecord source, String problem) implements Incoming {}
}
