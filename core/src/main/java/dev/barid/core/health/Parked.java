package dev.barid.core.health;

import java.time.Instant;

/**
 * What matters of a parked delivery.
 *
 * @param version the health's version that parked it
 * @param parkedAt when it was parked, by the record's timestamp
 * @param giveUpAt when it is released in any case
 */
public record Parked(long version, Instant parkedAt, Instant giveUpAt) {}
