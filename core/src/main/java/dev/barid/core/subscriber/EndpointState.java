package dev.barid.core.subscriber;

/** The operator's word on an endpoint. */
public enum EndpointState {
  /** Deliveries go out. */
  ACTIVE,
  /** Deliveries wait, without using up attempts, until it is active again or they expire. */
  PAUSED,
  /** Deliveries are dead-lettered. */
  DISABLED
}
