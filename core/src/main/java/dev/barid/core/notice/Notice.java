package dev.barid.core.notice;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * One notice, as the topic of notices and the webhooks made of it have it.
 *
 * @param time when what it tells of happened
 * @param kind what it is about
 * @param subscriber the subscriber that it is about, not the one that is told
 * @param endpoint the endpoint, unless it is about the subscriber as a whole
 * @param reason a word such as {@code http-503} or {@code permanent-failures}
 * @param detail the same for people, on one line; free of secrets
 */
public record Notice(
    Instant time,
    NoticeKind kind,
    String subscriber,
    Optional<String> endpoint,
    String reason,
    String detail) {

  /** What the type of every event that is made of a notice begins with. */
  public static final String EVENT_TYPE_PREFIX = "barid.notice.";

  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  /** The type of the event that is made of it, such as {@code barid.notice.endpoint-paused}. */
  public String eventType() {
    return EVENT_TYPE_PREFIX + kind.wireName();
  }

  /** The notice as JSON in UTF-8. */
  public byte[] toJson() {
    ObjectNode json = MAPPER.createObjectNode();
    json.put("time", time.toString());
    json.put("kind", kind.wireName());
    json.put("subscriber", subscriber);
    endpoint.ifPresent(id -> json.put("endpoint", id));
    json.put("reason", reason);
    json.put("detail", detail);
    return MAPPER.writeValueAsBytes(json);
  }

  /** Reads a notice; empty if the bytes are none, or one of a kind that isn't known yet. */
  public static Optional<Notice> fromJson(byte[] json) {
    try {
      JsonNode node = MAPPER.readTree(json);
      return node == null || !node.isObject() ? Optional.empty() : read(node);
    } catch (JacksonException | DateTimeException notOurs) {
      return Optional.empty();
    }
  }

  private static Optional<Notice> read(JsonNode node) {
    Instant time = Instant.parse(node.path("time").asString(""));
    return NoticeKind.fromWire(node.path("kind").asString(""))
        .map(
            kind ->
                new Notice(
                    time,
                    kind,
                    node.path("subscriber").asString(""),
                    node.path("endpoint").asStringOpt(),
                    node.path("reason").asString(""),
                    node.path("detail").asString("")));
  }
}
