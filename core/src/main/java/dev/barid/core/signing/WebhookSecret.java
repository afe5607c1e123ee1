package dev.barid.core.signing;

import dev.barid.core.text.InvalidInputException;
import java.util.Base64;
import java.util.random.RandomGenerator;

/**
 * A secret that signs deliveries, as the Standard Webhooks specification writes it. Its text form
 * leaves only through {@link #reveal}: {@code toString} and errors never show it.
 */
public sealed interface WebhookSecret permits HmacSecret, Ed25519Secret {
  /** The signature scheme's name in the header: {@code v1} or {@code v1a}. */
  String scheme();

  /**
   * Signs the concatenation of both arrays. Safe to call from any thread.
   *
   * @return the raw signature
   */
  byte[] sign(byte[] prefix, byte[] body);

  /** The secret itself, as {@link #parse} reads it: for storing, and for showing once. */
  String reveal();

  /** A new {@code whsec_} secret of 32 bytes; the source should be a {@code SecureRandom}. */
  static WebhookSecret generate(RandomGenerator random) {
    byte[] key = new byte[32];
    random.nextBytes(key);
    return new HmacSecret(key);
  }

  /**
   * Reads a secret.
   *
   * @param field named in the error
   * @param text {@code whsec_} and base64 of 24 to 64 bytes, or {@code whsk_} and base64 of an
   *     Ed25519 key's 32-byte seed followed by its public key
   * @throws InvalidInputException when it is neither; the error doesn't show the text
   */
  static WebhookSecret parse(String field, String text) {
    if (text.startsWith(HmacSecret.PREFIX)) {
      byte[] key = decode(field, HmacSecret.PREFIX, text);
      if (key.length < HmacSecret.MIN_BYTES || key.length > HmacSecret.MAX_BYTES) {
        throw refused(field, HmacSecret.PREFIX);
      }
      return new HmacSecret(key);
    }
    if (text.startsWith(Ed25519Secret.PREFIX)) {
      return Ed25519Secret.of(decode(field, Ed25519Secret.PREFIX, text))
          .orElseThrow(() -> refused(field, Ed25519Secret.PREFIX));
    }
    throw refused(field, "");
  }

  private static byte[] decode(String field, String prefix, String text) {
    try {
      return Base64.getDecoder().decode(text.substring(prefix.length()));
    } catch (IllegalArgumentException e) {
      // Its message quotes the secret's characters, so it is not passed on as the cause.
      throw refused(field, prefix);
    }
  }

  private static InvalidInputException refused(String field, String prefix) {
    return new InvalidInputException(
        field,
        prefix + "***",
        "whsec_ and base64 of 24 to 64 bytes, or whsk_ and base64 of an Ed25519 seed and its public"
            + " key, 64 bytes together");
  }
}
