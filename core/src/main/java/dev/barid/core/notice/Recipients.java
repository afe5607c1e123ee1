package dev.barid.core.notice;

import java.util.Optional;

/**
 * Who is told of a notice by webhook. Every notice is on the topic, whoever is told.
 *
 * <p>Notices must not breed: a subscriber that can't be reached would be told that it can't be
 * reached, and two that are told of each other would keep each other busy for ever, most of all
 * with dead letters that are notices about dead letters. So nobody is told about itself, and nobody
 * is told of what the delivery of a notice brought about. That cuts any loop at its first link, and
 * needs nothing but what is at hand.
 */
public final class Recipients {

  private Recipients() {}

  /**
   * The subscriber to send the notice to; empty if it is nobody.
   *
   * @param notice the notice
   * @param noticesTo whom the registry names for the notice's subscriber
   * @param causeType the type of the event whose attempt or end brought it about, if it has one
   */
  public static Optional<String> of(
      Notice notice, Optional<String> noticesTo, Optional<String> causeType) {
    boolean causedByNotice =
        causeType.filter(type -> type.startsWith(Notice.EVENT_TYPE_PREFIX)).isPresent();
    return causedByNotice
        ? Optional.empty()
        : noticesTo.filter(other -> !other.equals(notice.subscriber()));
  }
}
