package dev.barid.core.notice;

import java.util.Arrays;
import java.util.Optional;

/** What a notice is about. */
public enum NoticeKind {
  /** Barid paused an endpoint, since it refused too much in a row. */
  ENDPOINT_PAUSED("endpoint-paused"),
  /** An endpoint answered 410, and is paused. */
  ENDPOINT_GONE("endpoint-gone"),
  /** An endpoint's circuit breaker opened. */
  BREAKER_OPENED("breaker-opened"),
  /** An endpoint's circuit breaker closed. */
  BREAKER_CLOSED("breaker-closed"),
  /** Many of a subscriber's deliveries are dead-lettered. */
  DLQ_GROWING("dlq-growing");

  private final String wireName;

  NoticeKind(String wireName) {
    this.wireName = wireName;
  }

  /** The name in topics and event types, e.g. {@code endpoint-paused}. */
  public String wireName() {
    return wireName;
  }

  /** The kind of that wire name; empty when there is none. */
  public static Optional<NoticeKind> fromWire(String name) {
    return Arrays.stream(values()).filter(known -> known.wireName.equals(name)).findFirst();
  }
}
