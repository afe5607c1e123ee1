package dev.barid.standalone.demo;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * A receiver's side of Standard Webhooks: written from the specification alone, so that it shares
 * no fault with the code that signs.
 */
final class SignatureCheck {

  private static final String SECRET_PREFIX = "whsec_";
  private static final String SCHEME = "v1,";
  private static final long TOLERANCE_SECONDS = 5 * 60;

  private final SecretKeySpec key;

  SignatureCheck(String secret) {
    byte[] bytes = Base64.getDecoder().decode(secret.substring(SECRET_PREFIX.length()));
    this.key = new SecretKeySpec(bytes, "HmacSHA256");
  }

  /**
   * Whether one of the signatures is right and the time is near.
   *
   * @param nowSeconds the wall clock, epoch seconds
   */
  boolean accepts(
      @Nullable String id,
      @Nullable String timestamp,
      @Nullable String signatures,
      byte[] body,
      long nowSeconds) {
    if (id == null || timestamp == null || signatures == null || !isNear(timestamp, nowSeconds)) {
      return false;
    }
    byte[] expected =
        (SCHEME + Base64.getEncoder().encodeToString(sign(id + "." + timestamp + ".", body)))
            .getBytes(StandardCharsets.UTF_8);
    for (String signature : signatures.split(" ")) {
      if (MessageDigest.isEqual(expected, signature.getBytes(StandardCharsets.UTF_8))) {
        return true;
      }
    }
    return false;
  }

  private static boolean isNear(String timestamp, long nowSeconds) {
    try {
      return Math.abs(Long.parseLong(timestamp) - nowSeconds) <= TOLERANCE_SECONDS;
    } catch (NumberFormatException unreadable) {
      return false;
    }
  }

  private byte[] sign(String prefix, byte[] body) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(key);
      mac.update(prefix.getBytes(StandardCharsets.UTF_8));
      return mac.doFinal(body);
    } catch (GeneralSecurityException impossible) {
      throw new IllegalStateException("every Java platform has HmacSHA256", impossible);
    }
  }
}
