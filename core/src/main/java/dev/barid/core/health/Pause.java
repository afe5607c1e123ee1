package dev.barid.core.health;

import java.time.Instant;

/**
 * A pause: deliveries are parked, and no probe goes out.
 *
 * @param since when it began
 * @param reason why
 */
public record Pause(Instant since, PauseReason reason) {}
