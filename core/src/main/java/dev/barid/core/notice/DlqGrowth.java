package dev.barid.core.notice;

import dev.barid.core.text.Durations;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Notices that a subscriber's dead letters are growing: more than so many within a window, once per
 * window. One for each subscriber that has dead letters; owner thread only.
 */
public final class DlqGrowth {

  /** As the alert rule has it. */
  public static final int MOST = 100;

  /** As the alert rule has it. */
  public static final Duration WINDOW = Duration.ofMinutes(5);

  private final String subscriber;
  private Instant windowEnds;
  private int count;

  /**
   * @param subscriber the subscriber's id
   * @param now the wall clock's reading
   */
  public DlqGrowth(String subscriber, Instant now) {
    this.subscriber = subscriber;
    this.windowEnds = now.plus(WINDOW);
  }

  /**
   * One more of its deliveries was dead-lettered.
   *
   * @param reason the reason's word
   * @param now the wall clock's reading
   * @return the notice to give, if this is the one that is too many
   */
  public Optional<Notice> onDeadLetter(String reason, Instant now) {
    if (!now.isBefore(windowEnds)) {
      windowEnds = now.plus(WINDOW);
      count = 0;
    }
    count = Math.min(count, MOST + 1) + 1;
    if (count != MOST + 1) {
      return Optional.empty();
    }
    String detail =
        "more than "
            + MOST
            + " dead letters within "
            + Durations.format(WINDOW)
            + ", the last one: ";
    return Optional.of(
        new Notice(
            now, NoticeKind.DLQ_GROWING, subscriber, Optional.empty(), reason, detail + reason));
  }

  /** Whether there is nothing to remember: a new one would behave the same. */
  public boolean isRested(Instant now) {
    return !now.isBefore(windowEnds);
  }
}
