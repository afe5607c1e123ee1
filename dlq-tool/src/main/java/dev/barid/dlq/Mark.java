package dev.barid.dlq;

import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What was done about one dead letter: a record of {@code dlq-state}, in the dead letter's own
 * partition, under the dead letter's id.
 *
 * @param state what the dead letter is now
 * @param at when that was done
 * @param job the name of the run that did it
 * @param times how often it was redriven to its own subscriber
 * @param offset the dead letter's offset: once it is gone from the DLQ, the mark can go
 * @param copiedTo other subscribers that it was redriven to, which leaves it as it was
 */
record Mark(State state, Instant at, String job, int times, long offset, List<String> copiedTo) {

  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  Mark {
    copiedTo = List.copyOf(copiedTo);
  }

  /** The mark of a dead letter that is redriven now. */
  static Mark redriven(Entry entry, Instant now, String job) {
    return new Mark(
        State.REDRIVEN,
        now,
        job,
        entry.mark().map(Mark::times).orElse(0) + 1,
        entry.letter().source().offset(),
        entry.mark().map(Mark::copiedTo).orElse(List.of()));
  }

  /** The mark of a dead letter of which another subscriber gets a copy now. */
  static Mark copied(Entry entry, String subscriber, Instant now, String job) {
    List<String> copiedTo = new ArrayList<>(entry.mark().map(Mark::copiedTo).orElse(List.of()));
    if (!copiedTo.contains(subscriber)) {
      copiedTo.add(subscriber);
    }
    return new Mark(
        entry.state(),
        now,
        job,
        entry.mark().map(Mark::times).orElse(0),
        entry.letter().source().offset(),
        copiedTo);
  }

  /** The mark as JSON in UTF-8. */
  byte[] toJson() {
    ObjectNode json = MAPPER.createObjectNode();
    json.put("state", state.wireName());
    json.put("at", at.toString());
    json.put("job", job);
    json.put("times", times);
    json.put("offset", offset);
    if (!copiedTo.isEmpty()) {
      ArrayNode copies = json.putArray("copiedTo");
      copiedTo.forEach(copies::add);
    }
    return MAPPER.writeValueAsString(json).getBytes(StandardCharsets.UTF_8);
  }

  /** Reads a mark; empty if the bytes are none. */
  static Optional<Mark> fromJson(byte[] json) {
    try {
      JsonNode node = MAPPER.readTree(json);
      return State.fromWire(node.path("state").asString(""))
          .map(
              state ->
                  new Mark(
                      state,
                      Instant.parse(node.path("at").asString("")),
                      node.path("job").asString(""),
                      node.path("times").asInt(0),
                      node.path("offset").asLong(Long.MAX_VALUE),
                      node.path("copiedTo").valueStream().map(JsonNode::asString).toList()));
    } catch (JacksonException | DateTimeException notOurs) {
      return Optional.empty();
    }
  }
}
