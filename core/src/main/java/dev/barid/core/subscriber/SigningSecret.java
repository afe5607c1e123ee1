package dev.barid.core.subscriber;

import dev.barid.core.signing.WebhookSecret;
import java.time.Instant;
import java.util.Optional;

/**
 * A secret of an endpoint, and how long it signs.
 *
 * @param secret the secret
 * @param until from this instant on it signs no more, by the clock of whoever signs; empty for one
 *     that signs as long as it is there
 */
public record SigningSecret(WebhookSecret secret, Optional<Instant> until) {

  /** A secret without an end. */
  public static SigningSecret lasting(WebhookSecret secret) {
    return new SigningSecret(secret, Optional.empty());
  }

  /** Whether it signs at this instant. */
  public boolean signsAt(Instant now) {
    return until.map(now::isBefore).orElse(true);
  }
}
