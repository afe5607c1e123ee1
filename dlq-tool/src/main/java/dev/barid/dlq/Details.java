package dev.barid.dlq;

import dev.barid.cli.Column;
import dev.barid.core.delivery.HeaderNames;
import dev.barid.core.text.Printable;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/**
 * All there is to say about one dead letter.
 *
 * @param entry the dead letter with its mark
 * @param bodyBytes how many bytes of the body to show at most
 */
record Details(Entry entry, int bodyBytes) {

  private static final int HEADER_BYTES = 4_096;
  private static final int LINE_CHARS = 8_192;
  private static final byte[] EMPTY = {};

  /** As JSON: the fields of the list, and more. */
  static List<Column<Details>> columns() {
    List<Column<Details>> columns = new ArrayList<>();
    for (Column<Entry> column : Entry.COLUMNS) {
      columns.add(
          new Column<>(
              column.name(), column.kind(), details -> column.value().apply(details.entry())));
    }
    columns.add(Column.text("id", details -> details.letter().id()));
    columns.add(Column.text("deadAt", details -> details.letter().deadAt()));
    columns.add(Column.text("acceptedAt", details -> details.letter().acceptedAt()));
    columns.add(Column.text("giveUpAt", details -> details.letter().giveUpAt()));
    columns.add(Column.text("origin", details -> details.letter().origin()));
    columns.add(Column.text("excerpt", details -> details.letter().excerpt()));
    columns.add(Column.text("mark", Details::markFields));
    columns.add(Column.text("headers", Details::headerFields));
    columns.add(Column.number("bodyBytes", details -> details.body().map(Payload::size)));
    columns.add(Column.text("body", details -> details.body(true)));
    columns.add(Column.text("bodyBase64", details -> details.body(false)));
    columns.add(Column.text("bodyCut", details -> details.body().map(Payload::isCut)));
    return columns;
  }

  /** As lines for people. */
  List<String> lines() {
    List<String> lines = new ArrayList<>();
    add(lines, "position", letter().position());
    add(lines, "state", stateText());
    add(lines, "subscriber", letter().subscriber());
    add(lines, "endpoint", letter().endpoint());
    add(lines, "event", letter().eventId());
    add(lines, "type", letter().eventType());
    add(lines, "reason", letter().reason());
    add(lines, "error", letter().error());
    add(lines, "status", letter().status());
    add(lines, "attempts", letter().attempts());
    add(lines, "accepted", letter().acceptedAt());
    add(lines, "first seen", letter().firstSeenAt());
    add(lines, "last attempt", letter().lastAttemptAt());
    add(lines, "gives up", letter().giveUpAt());
    add(lines, "dead since", letter().deadAt());
    add(lines, "origin", letter().origin());
    add(lines, "id", letter().id());
    letter().excerpt().ifPresent(excerpt -> add(lines, "response", excerpt));
    for (Header header : letter().source().headers()) {
      if (!header.key().startsWith(HeaderNames.INTERNAL_PREFIX)) {
        add(lines, "header", header.key() + ": " + payload(header).shown());
      }
    }
    add(lines, "body", body().map(Payload::kind).orElse("none"));
    body()
        .filter(body -> body.size() > 0)
        .ifPresent(
            body -> {
              lines.add("");
              body.shown().lines().map(line -> line.replace("\r", "\\r")).forEach(lines::add);
            });
    return lines;
  }

  private DeadLetter letter() {
    return entry.letter();
  }

  private Optional<Payload> body() {
    return Optional.ofNullable(letter().source().value())
        .map(value -> Payload.of(value, bodyBytes));
  }

  private Optional<String> body(boolean asText) {
    return body().filter(body -> body.isText() == asText).map(Payload::shown);
  }

  private String stateText() {
    return entry.state().wireName()
        + entry
            .mark()
            .map(
                mark ->
                    ", by %s at %s%s%s"
                        .formatted(
                            mark.job(),
                            mark.at(),
                            mark.times() > 1 ? ", " + mark.times() + " times" : "",
                            mark.copiedTo().isEmpty()
                                ? ""
                                : ", copied to " + String.join(", ", mark.copiedTo())))
            .orElse("");
  }

  private @Nullable Map<String, Object> markFields() {
    return entry
        .mark()
        .map(
            mark -> {
              Map<String, Object> fields = new LinkedHashMap<>();
              fields.put("state", mark.state().wireName());
              fields.put("at", mark.at().toString());
              fields.put("job", mark.job());
              fields.put("times", mark.times());
              fields.put("copiedTo", mark.copiedTo());
              return fields;
            })
        .orElse(null);
  }

  private List<Map<String, String>> headerFields() {
    List<Map<String, String>> fields = new ArrayList<>();
    for (Header header : letter().source().headers()) {
      Payload value = payload(header);
      Map<String, String> field = new LinkedHashMap<>();
      field.put("name", header.key());
      field.put(value.isText() ? "value" : "valueBase64", value.shown());
      fields.add(field);
    }
    return fields;
  }

  private static Payload payload(Header header) {
    return Payload.of(header.value() == null ? EMPTY : header.value(), HEADER_BYTES);
  }

  private static void add(List<String> lines, String name, Object value) {
    Object plain = value instanceof Optional<?> optional ? optional.orElse(null) : value;
    String text = plain == null ? "-" : plain instanceof Instant time ? time + "" : plain + "";
    lines.add("%-14s%s".formatted(name, Printable.line(text, LINE_CHARS)));
  }
}
