package dev.barid.core.policy;

import java.util.Arrays;
import java.util.Optional;

/** Why a delivery, or an event, ended in the DLQ. */
public enum DeadLetterReason {
  /** All attempts were used up. */
  EXHAUSTED("exhausted"),
  /** The give-up time came, or no attempt could take place before it. */
  EXPIRED("expired"),
  /** The endpoint's answer, or its URL, will not change by trying again. */
  PERMANENT("permanent"),
  /** The endpoint answered 410. */
  GONE("gone"),
  /** An operator disabled the endpoint. */
  ENDPOINT_DISABLED("endpoint-disabled"),
  /** The event's key is no subscriber's id. */
  UNKNOWN_SUBSCRIBER("unknown-subscriber"),
  /** The subscriber has no such endpoint, or none at all. */
  NO_ENDPOINT("no-endpoint"),
  /** The record can't be read as an event or a delivery. */
  MALFORMED("malformed");

  private final String wireName;

  DeadLetterReason(String wireName) {
    this.wireName = wireName;
  }

  /** The name in topics and rows, e.g. {@code endpoint-disabled}. */
  public String wireName() {
    return wireName;
  }

  /** The reason of that wire name; empty when there is none. */
  public static Optional<DeadLetterReason> fromWire(String name) {
    return Arrays.stream(values()).filter(known -> known.wireName.equals(name)).findFirst();
  }
}
