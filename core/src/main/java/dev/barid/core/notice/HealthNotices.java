package dev.barid.core.notice;

import dev.barid.core.attempt.AttemptResult;
import dev.barid.core.health.Breaker.Open;
import dev.barid.core.health.EndpointHealth;
import dev.barid.core.health.HealthStep;
import dev.barid.core.health.Pause;
import dev.barid.core.health.PauseReason;
import dev.barid.core.subscriber.EndpointKey;
import java.time.Instant;
import java.util.Optional;

/** Which steps of an endpoint's health are worth a notice. What an operator did is none. */
public final class HealthNotices {

  private HealthNotices() {}

  /**
   * The notice of what an attempt did to its endpoint's health, if it did something.
   *
   * @param key the endpoint
   * @param before its health before the attempt ended
   * @param step the step that was taken
   * @param result what the attempt came to
   * @param now the wall clock's reading
   */
  public static Optional<Notice> of(
      EndpointKey key, EndpointHealth before, HealthStep step, AttemptResult result, Instant now) {
    return step.change()
        .flatMap(
            change ->
                switch (change) {
                  case OPENED -> Optional.of(opened(key, step.health(), result, now));
                  case CLOSED -> Optional.of(closed(key, before, result, now));
                  case PAUSED -> paused(key, step.health(), result, now);
                  case STILL_OPEN, RESUMED -> Optional.empty();
                });
  }

  private static Notice opened(
      EndpointKey key, EndpointHealth health, AttemptResult result, Instant now) {
    String probe = health.nextProbeAt().map(at -> "; next probe at " + at).orElse("");
    return notice(
        key,
        NoticeKind.BREAKER_OPENED,
        result.reason(),
        "too many failures in a row, the last one: " + error(result) + probe,
        now);
  }

  private static Notice closed(
      EndpointKey key, EndpointHealth before, AttemptResult result, Instant now) {
    String since =
        before.openPeriod().map(Open::openedAt).map(at -> "; was open since " + at).orElse("");
    return notice(
        key, NoticeKind.BREAKER_CLOSED, result.reason(), "an attempt succeeded" + since, now);
  }

  private static Optional<Notice> paused(
      EndpointKey key, EndpointHealth health, AttemptResult result, Instant now) {
    PauseReason reason = health.pause().map(Pause::reason).orElse(PauseReason.OPERATOR);
    return switch (reason) {
      case GONE ->
          Optional.of(
              notice(
                  key,
                  NoticeKind.ENDPOINT_GONE,
                  reason.wireName(),
                  error(result) + "; deliveries wait until the endpoint is resumed",
                  now));
      case PERMANENT_FAILURES ->
          Optional.of(
              notice(
                  key,
                  NoticeKind.ENDPOINT_PAUSED,
                  reason.wireName(),
                  health.permanentStreak()
                      + " permanent failures since the last success, the last one: "
                      + error(result)
                      + "; deliveries wait until the endpoint is resumed",
                  now));
      case OPERATOR -> Optional.empty();
    };
  }

  private static Notice notice(
      EndpointKey key, NoticeKind kind, String reason, String detail, Instant now) {
    return new Notice(now, kind, key.subscriber(), Optional.of(key.endpoint()), reason, detail);
  }

  private static String error(AttemptResult result) {
    return result.error().orElse("success");
  }
}
