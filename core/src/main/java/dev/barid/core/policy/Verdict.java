package dev.barid.core.policy;

/** What an attempt's result means, before budgets are looked at. */
public enum Verdict {
  /** Delivered. */
  SUCCESS,
  /** May pass: try again. */
  TRANSIENT,
  /** Will not pass by trying again. */
  PERMANENT,
  /** 410: permanent, and the endpoint is to be stopped. */
  GONE,
  /** 404: tried again a few times, then permanent. */
  NOT_FOUND
}
