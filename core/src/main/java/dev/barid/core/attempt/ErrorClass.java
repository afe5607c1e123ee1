package dev.barid.core.attempt;

import java.util.Arrays;
import java.util.Optional;

/** Why an attempt did not succeed, as written in topics, logs and command-line rows. */
public enum ErrorClass {
  /** The endpoint answered, and not with success. */
  HTTP("http"),
  /** The attempt's deadline passed first. */
  TIMEOUT("timeout"),
  /** No connection could be made. */
  CONNECT("connect"),
  /** The host's name could not be resolved. */
  DNS("dns"),
  /** The TLS handshake or the certificate check failed. */
  TLS("tls"),
  /** The connection was reset or cut off before the answer was complete; or it was no HTTP. */
  CLOSED("closed"),
  /** The address guard refused where the URL leads. */
  BLOCKED_ADDRESS("blocked-address"),
  /** The endpoint's URL is no valid http(s) URL. */
  BAD_URL("bad-url");

  private final String wireName;

  ErrorClass(String wireName) {
    this.wireName = wireName;
  }

  /** The name in topics and rows, e.g. {@code blocked-address}. */
  public String wireName() {
    return wireName;
  }

  /** The class of that wire name; empty when there is none. */
  public static Optional<ErrorClass> fromWire(String name) {
    return Arrays.stream(values()).filter(known -> known.wireName.equals(name)).findFirst();
  }
}
