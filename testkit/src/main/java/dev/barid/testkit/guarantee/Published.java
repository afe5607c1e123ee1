package dev.barid.testkit.guarantee;

import java.time.Instant;
import java.util.Optional;

/**
 * An event that was published.
 *
 * @param subscriber its key; empty if it had none that can be read
 * @param type its type, if it has one
 * @param at when it was sent, or written
 * @param certain whether Kafka took it; if not, it may be there or not, but isn't lost
 */
public record Published(
    String eventId, String subscriber, Optional<String> type, Instant at, boolean certain) {}
