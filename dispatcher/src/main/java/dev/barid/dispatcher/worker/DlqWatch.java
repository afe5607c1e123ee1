package dev.barid.dispatcher.worker;

import dev.barid.core.delivery.HeaderNames;
import dev.barid.core.delivery.SourceRecord;
import dev.barid.core.notice.DlqGrowth;
import dev.barid.core.policy.DeadLetterReason;
import dev.barid.core.subscriber.Ids;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.header.Header;

/** Notices when a subscriber's dead letters grow. Owner thread only. */
final class DlqWatch {

  private final Registry registry;
  private final Notices notices;
  private final Map<String, DlqGrowth> bySubscriber = new HashMap<>();

  DlqWatch(Registry registry, Notices notices) {
    this.registry = registry;
    this.notices = notices;
  }

  /** A record, or one of its deliveries, ended in the DLQ. */
  void onDeadLetter(SourceRecord source, DeadLetterReason reason, Instant now) {
    byte[] key = source.key();
    Optional<String> subscriber = key == null ? Optional.empty() : Ids.fromKey(key);
    // Unknown ones aren't counted: there may be any number of them, and nobody to tell.
    subscriber
        .filter(id -> registry.subscriber(id).isPresent())
        .map(id -> bySubscriber.computeIfAbsent(id, known -> new DlqGrowth(known, now)))
        .flatMap(growth -> growth.onDeadLetter(reason.wireName(), now))
        .ifPresent(notice -> notices.give(source.partition(), notice, eventType(source)));
  }

  /** Forgets subscribers whose dead letters stopped growing. */
  void forgetRested(Instant now) {
    bySubscriber.values().removeIf(growth -> growth.isRested(now));
  }

  private static Optional<String> eventType(SourceRecord source) {
    Header type = source.headers().lastHeader(HeaderNames.CE_TYPE);
    return type == null || type.value() == null
        ? Optional.empty()
        : Optional.of(new String(type.value(), StandardCharsets.UTF_8));
  }
}
