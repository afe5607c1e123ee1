package dev.barid.core.signing;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/** A symmetric secret, {@code whsec_…}: HMAC-SHA256, scheme {@code v1}. */
final class HmacSecret implements WebhookSecret {
  static final String PREFIX = "whsec_";
  static final int MIN_BYTES = 24;
  static final int MAX_BYTES = 64;
  private static final String ALGORITHM = "HmacSHA256";

  private final byte[] key;

  /** Has taken in the key; only its clones go on, so that threads don't meet. */
  private final Mac keyed;

  HmacSecret(byte[] key) {
    this(key, keyed(key));
  }

  /** With a provider's own, which has taken in the same key. */
  HmacSecret(byte[] key, Mac keyed) {
    this.key = key.clone();
    this.keyed = keyed;
  }

  private static Mac keyed(byte[] key) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(new SecretKeySpec(key, ALGORITHM));
      return mac;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform has " + ALGORITHM, e);
    }
  }

  private Mac fresh() {
    try {
      return (Mac) keyed.clone();
    } catch (CloneNotSupportedException e) {
      // The JDK's own can be cloned; those of other providers, for FIPS say, mostly can't.
      return keyed(key);
    }
  }

  @Override
  public String scheme() {
    return "v1";
  }

  @Override
  public byte[] sign(byte[] prefix, byte[] body) {
    Mac mac = fresh();
    mac.update(prefix);
    mac.update(body);
    return mac.doFinal();
  }

  @Override
  public String reveal() {
    return PREFIX + Base64.getEncoder().encodeToString(key);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof HmacSecret secret && MessageDigest.isEqual(key, secret.key);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(key);
  }

  @Override
  public String toString() {
    return PREFIX + "***";
  }
}
