package dev.barid.core.delivery;

/** The names of the record headers that Barid reads and writes. */
public final class HeaderNames {

  /** What every internal header begins with; on {@code events} all but {@link #TTL} are ignored. */
  public static final String INTERNAL_PREFIX = "barid-";

  public static final String CE_ID = "ce_id";
  public static final String CE_TYPE = "ce_type";
  public static final String CONTENT_TYPE = "content-type";
  public static final String TRACEPARENT = "traceparent";

  /** The event's own time to live, such as {@code 24h}, from the record's timestamp. */
  public static final String TTL = "barid-ttl";

  public static final String EVENT_ID = "barid-event-id";
  public static final String ENDPOINT = "barid-endpoint";

  /** Attempts made. */
  public static final String ATTEMPT = "barid-attempt";

  public static final String DUE_AT = "barid-due-at";
  public static final String ACCEPTED_AT = "barid-accepted-at";
  public static final String FIRST_SEEN_AT = "barid-first-seen-at";
  public static final String GIVE_UP_AT = "barid-give-up-at";
  public static final String LAST_ATTEMPT_AT = "barid-last-attempt-at";
  public static final String REASON = "barid-reason";
  public static final String STATUS = "barid-status";
  public static final String ERROR = "barid-error";
  public static final String EXCERPT = "barid-excerpt";

  /** Where the event came from, {@code topic-partition-offset}. */
  public static final String ORIGIN = "barid-origin";

  public static final String DEFERRALS = "barid-deferrals";
  public static final String PARKED_VERSION = "barid-parked-version";

  /** The version of the health that the scheduler released the record as the probe of. */
  public static final String PROBE_VERSION = "barid-probe-version";

  public static final String REHOMED = "barid-rehomed";
  public static final String DEAD_LETTER_ID = "barid-dead-letter-id";
  public static final String DLQ_REASON = "barid-dlq-reason";

  private HeaderNames() {}
}
