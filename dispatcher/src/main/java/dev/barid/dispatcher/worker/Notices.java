package dev.barid.dispatcher.worker;

import dev.barid.core.notice.Notice;
import dev.barid.core.notice.Recipients;
import dev.barid.core.subscriber.Subscriber;
import dev.barid.core.topic.Topics;
import dev.barid.dispatcher.outcome.NoticeRecords;
import java.util.Optional;

/** Where notices are given: they go into the next transaction of their partition. */
final class Notices {

  private final Topics topics;
  private final Registry registry;
  private final UnsavedHealth unsaved;

  Notices(Topics topics, Registry registry, UnsavedHealth unsaved) {
    this.topics = topics;
    this.registry = registry;
    this.unsaved = unsaved;
  }

  /**
   * Gives a notice.
   *
   * @param causeType the type of the event whose attempt or end brought it about, if it has one
   */
  void give(int partition, Notice notice, Optional<String> causeType) {
    Optional<String> noticesTo =
        registry.subscriber(notice.subscriber()).flatMap(Subscriber::noticesTo);
    Optional<String> recipient = Recipients.of(notice, noticesTo, causeType);
    NoticeRecords.of(topics, notice, recipient)
        .forEach(noticeRecord -> unsaved.told(partition, noticeRecord));
  }
}
