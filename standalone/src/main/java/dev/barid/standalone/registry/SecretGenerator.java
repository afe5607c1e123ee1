package dev.barid.standalone.registry;

import java.security.SecureRandom;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** Makes signing secrets for entries that have none. */
public final class SecretGenerator {

  private SecretGenerator() {}

  /**
   * Gives a new secret to each endpoint that has none.
   *
   * @param entry a subscriber's entry; changed in place
   * @return endpoint id to secret
   */
  public static Map<String, String> fill(ObjectNode entry) {
    return Secrets.fill(entry, Optional.empty(), new SecureRandom());
  }
}
