package dev.barid.testkit.guarantee;

import java.time.Instant;

/**
 * A dead letter.
 *
 * @param id its own id, made of the record that ended there
 * @param attempts attempts made
 * @param at the record's timestamp
 */
public record Letter(DeliveryId delivery, String id, String reason, int attempts, Instant at) {}
