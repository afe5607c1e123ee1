package dev.barid.core.signing;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.MessageDigest;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.spec.EdECPrivateKeySpec;
import java.security.spec.NamedParameterSpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** An asymmetric secret, {@code whsk_…}: Ed25519 (RFC 8032), scheme {@code v1a}. */
final class Ed25519Secret implements WebhookSecret {
  static final String PREFIX = "whsk_";
  private static final String ALGORITHM = "Ed25519";
  private static final int SEED_BYTES = 32;
  private static final int KEY_BYTES = 64;

  /** What a public key's 32 bytes follow in its X.509 encoding (RFC 8410). */
  private static final byte[] X509_HEADER = HexFormat.of().parseHex("302a300506032b6570032100");

  private final byte[] seedAndPublic;
  private final PrivateKey key;

  private Ed25519Secret(byte[] seedAndPublic, PrivateKey key) {
    this.seedAndPublic = seedAndPublic;
    this.key = key;
  }

  /**
   * The secret of a seed and its public key; empty when these are not 64 bytes that belong
   * together.
   */
  static Optional<Ed25519Secret> of(byte[] seedAndPublic) {
    if (seedAndPublic.length != KEY_BYTES) {
      return Optional.empty();
    }
    byte[] seed = Arrays.copyOf(seedAndPublic, SEED_BYTES);
    try {
      PrivateKey key =
          KeyFactory.getInstance(ALGORITHM)
              .generatePrivate(new EdECPrivateKeySpec(NamedParameterSpec.ED25519, seed));
      Ed25519Secret secret = new Ed25519Secret(seedAndPublic.clone(), key);
      return secret.halvesBelongTogether() ? Optional.of(secret) : Optional.empty();
    } catch (GeneralSecurityException e) {
      return Optional.empty();
    }
  }

  @Override
  public String scheme() {
    return "v1a";
  }

  @Override
  public byte[] sign(byte[] prefix, byte[] body) {
    try {
      Signature signature = Signature.getInstance(ALGORITHM);
      signature.initSign(key);
      signature.update(prefix);
      signature.update(body);
      return signature.sign();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("Java 15 and newer have " + ALGORITHM, e);
    }
  }

  /** A signature that the public half doesn't verify would be refused by every receiver. */
  private boolean halvesBelongTogether() throws GeneralSecurityException {
    byte[] encoded = Arrays.copyOf(X509_HEADER, X509_HEADER.length + KEY_BYTES - SEED_BYTES);
    System.arraycopy(
        seedAndPublic, SEED_BYTES, encoded, X509_HEADER.length, KEY_BYTES - SEED_BYTES);
    byte[] probe = "probe".getBytes(StandardCharsets.US_ASCII);
    Signature verifier = Signature.getInstance(ALGORITHM);
    verifier.initVerify(
        KeyFactory.getInstance(ALGORITHM).generatePublic(new X509EncodedKeySpec(encoded)));
    verifier.update(probe);
    return verifier.verify(sign(probe, new byte[0]));
  }

  @Override
  public String reveal() {
    return PREFIX + Base64.getEncoder().encodeToString(seedAndPublic);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Ed25519Secret secret
        && MessageDigest.isEqual(seedAndPublic, secret.seedAndPublic);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(seedAndPublic);
  }

  @Override
  public String toString() {
    return PREFIX + "***";
  }
}
