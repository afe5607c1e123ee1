package dev.barid.dispatcher.outcome;

import dev.barid.core.delivery.HeaderNames;
import dev.barid.core.delivery.TopicRecord;
import dev.barid.core.notice.Notice;
import dev.barid.core.topic.Topics;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Turns a notice into records: one for the topic of notices, and an event for whom it is sent to.
 */
public final class NoticeRecords {

  private NoticeRecords() {}

  /**
   * The records of a notice.
   *
   * @param recipient the subscriber that is told by webhook, if one is
   */
  public static List<TopicRecord> of(Topics topics, Notice notice, Optional<String> recipient) {
    long timeMs = notice.time().toEpochMilli();
    byte[] json = notice.toJson();
    List<TopicRecord> records = new ArrayList<>(2);
    records.add(TopicRecord.keyed(topics.notices(), timeMs, utf8(notice.subscriber()), json));
    recipient.ifPresent(
        subscriber -> {
          TopicRecord event = TopicRecord.keyed(topics.events(), timeMs, utf8(subscriber), json);
          event.headers().add(HeaderNames.CE_TYPE, utf8(notice.eventType()));
          event.headers().add(HeaderNames.CONTENT_TYPE, utf8("application/json"));
          records.add(event);
        });
    return records;
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
