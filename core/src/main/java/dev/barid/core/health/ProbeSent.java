package dev.barid.core.health;

import java.time.Instant;

/**
 * The last parked delivery that was released as an endpoint's probe.
 *
 * @param version the health's version that asked for it
 * @param at when it was released, by the scheduler's clock
 */
public record ProbeSent(long version, Instant at) {}
