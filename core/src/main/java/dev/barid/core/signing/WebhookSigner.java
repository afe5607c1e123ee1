package dev.barid.core.signing;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;

/** Makes the value of {@code webhook-signature} (Standard Webhooks, "Signature scheme"). */
public final class WebhookSigner {
  /** About what one takes. */
  private static final int SIGNATURE_CHARS = 48;

  private WebhookSigner() {}

  /**
   * Signs one attempt with each secret: over the bytes of {@code id.timestamp.body}.
   *
   * @param id the value of {@code webhook-id}
   * @param timestampSeconds the value of {@code webhook-timestamp}, epoch seconds
   * @param body the bytes that are sent
   * @param secrets at least one; two while one is rotated
   * @return such as {@code v1,K5oZ… v1,x9a…}: one space between signatures, none at the ends
   * @throws IllegalArgumentException when there is no secret
   */
  public static String sign(
      String id, long timestampSeconds, byte[] body, List<WebhookSecret> secrets) {
    if (secrets.isEmpty()) {
      throw new IllegalArgumentException("secrets \"\" (expected: at least one)");
    }
    byte[] prefix = (id + "." + timestampSeconds + ".").getBytes(StandardCharsets.UTF_8);
    Base64.Encoder base64 = Base64.getEncoder();
    StringBuilder signatures = new StringBuilder(secrets.size() * SIGNATURE_CHARS);
    for (WebhookSecret secret : secrets) {
      if (signatures.length() > 0) {
        signatures.append(' ');
      }
      signatures.append(secret.scheme()).append(',');
      signatures.append(base64.encodeToString(secret.sign(prefix, body)));
    }
    return signatures.toString();
  }
}
