package dev.barid.core.delivery;

import dev.barid.core.event.Event;
import dev.barid.core.topic.Topics;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;

/** Deliveries and records for tests, random ones among them. */
final class Deliveries {
  static final Topics TOPICS = Topics.DEFAULT;
  static final Instant NOW = Instant.parse("2026-03-04T05:06:07.089Z");

  private static final String ID_CHARACTERS =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";

  private Deliveries() {}

  /** A record with string parts; null for none. */
  static SourceRecord source(
      String topic, @Nullable String key, @Nullable String value, String... namesAndValues) {
    RecordHeaders headers = new RecordHeaders();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      headers.add(namesAndValues[i], bytes(namesAndValues[i + 1]));
    }
    return new SourceRecord(
        topic,
        3,
        42,
        NOW.toEpochMilli(),
        key == null ? null : bytes(key),
        value == null ? null : bytes(value),
        headers);
  }

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** The header's text; fails if it isn't there exactly once. */
  static String header(TopicRecord record, String name) {
    return header(record.headers(), name);
  }

  static String header(Headers headers, String name) {
    List<Header> all = new ArrayList<>();
    headers.headers(name).forEach(all::add);
    if (all.size() != 1 || all.get(0).value() == null) {
      throw new AssertionError(name + " is there " + all.size() + " times: " + headers);
    }
    return new String(all.get(0).value(), StandardCharsets.UTF_8);
  }

  /** What a reader sees of a written record. */
  static SourceRecord polled(TopicRecord written, long offset) {
    return new SourceRecord(
        written.topic(),
        written.partition().orElseThrow(),
        offset,
        written.timestampMs(),
        written.key(),
        written.value(),
        written.headers());
  }

  static Delivery of(Event event, String endpoint, History history) {
    return new Delivery(event, endpoint, history);
  }

  static Event event(Random random) {
    byte[] body = new byte[random.nextInt(200)];
    random.nextBytes(body);
    List<Header> headers = new ArrayList<>();
    Optional<String> type = Optional.empty();
    if (random.nextBoolean()) {
      String given = text(random, 40) + "t";
      type = Optional.of(given);
      headers.add(new RecordHeader(HeaderNames.CE_TYPE, bytes(given)));
    }
    for (int i = random.nextInt(4); i > 0; i--) {
      byte[] value = new byte[random.nextInt(20)];
      random.nextBytes(value);
      headers.add(
          new RecordHeader("x-" + random.nextInt(3), random.nextInt(5) == 0 ? null : value));
    }
    return new Event(
        id(random),
        "evt-" + random.nextInt(8) + "-" + random.nextInt(1_000_000),
        type,
        body,
        headers,
        millis(random),
        "barid.events-" + random.nextInt(8) + "-" + random.nextInt(1_000_000));
  }

  static Delivery random(Random random) {
    Optional<LastAttempt> last =
        random.nextInt(4) == 0
            ? Optional.empty()
            : Optional.of(
                new LastAttempt(
                    instant(random),
                    random.nextBoolean() ? "timeout" : "http-" + random.nextInt(1_000),
                    random.nextBoolean() ? Optional.of(random.nextInt(1_000)) : Optional.empty(),
                    text(random, 600),
                    text(random, 1_500)));
    Optional<String> reason =
        last.map(LastAttempt::reason)
            .or(() -> random.nextBoolean() ? Optional.of("redrive") : Optional.empty());
    Optional<Lifetime> lifetime =
        random.nextInt(4) == 0
            ? Optional.empty()
            : Optional.of(new Lifetime(instant(random), instant(random)));
    History history =
        new History(random.nextInt(1_000_001), lifetime, reason, last, random.nextInt(1_000_001));
    return new Delivery(event(random), id(random), history);
  }

  static String id(Random random) {
    StringBuilder id = new StringBuilder();
    for (int i = 1 + random.nextInt(128); i > 0; i--) {
      id.append(ID_CHARACTERS.charAt(random.nextInt(ID_CHARACTERS.length())));
    }
    return id.toString();
  }

  /** Any text that is Unicode, control characters and astral planes included. */
  static String text(Random random, int maxCharacters) {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(maxCharacters + 1); i > 0; i--) {
      int codePoint =
          switch (random.nextInt(4)) {
            case 0 -> random.nextInt(0x20);
            case 1 -> 0x80 + random.nextInt(0xD800 - 0x80);
            case 2 -> 0x10000 + random.nextInt(0x10_0000);
            default -> 0x20 + random.nextInt(0x60);
          };
      text.appendCodePoint(codePoint);
    }
    return text.toString();
  }

  static Instant instant(Random random) {
    return Instant.ofEpochMilli(millis(random));
  }

  private static long millis(Random random) {
    return random.nextLong(253_402_300_800_000L);
  }
}
