package dev.barid.dlq;

import static org.assertj.core.api.Assertions.assertThat;

import dev.barid.cli.JsonRows;
import dev.barid.core.delivery.HeaderNames;
import dev.barid.core.delivery.SourceRecord;
import dev.barid.core.delivery.TopicRecord;
import dev.barid.core.topic.Topics;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("R-Q1")
class DeadLetterTest {

  private static final Letters LETTERS = new Letters(Topics.DEFAULT);

  private static String json(Entry entry) {
    StringWriter text = new StringWriter();
    try (JsonRows<Entry> rows = new JsonRows<>(new PrintWriter(text), Entry.COLUMNS)) {
      rows.add(entry);
    }
    return text.toString();
  }

  @Test
  void itsRowHasTheFieldsOfTheContractInTheirOrder() {
    DeadLetter letter = Letters.at(LETTERS.exhausted("acme", "orders", "e-1", 503), 17);

    assertThat(json(new Entry(letter, Optional.empty())))
        .isEqualTo(
            "{\"subscriber\":\"acme\",\"endpoint\":\"orders\",\"eventId\":\"e-1\","
                + "\"eventType\":\"order.created\",\"reason\":\"exhausted\",\"status\":503,"
                + "\"error\":\"HTTP 503 after 5 attempts\",\"attempts\":5,"
                + "\"firstSeenAt\":\"2026-05-01T08:00:01Z\","
                + "\"lastAttemptAt\":\"2026-05-01T11:59:59.250Z\","
                + "\"position\":\"barid.dlq-0-17\",\"state\":\"open\"}\n");
  }

  @Test
  void oneWithoutKeyAndBodyHasARowToo() {
    DeadLetter letter = Letters.at(LETTERS.malformed(null, null, 3), 18);

    assertThat(json(new Entry(letter, Optional.empty())))
        .startsWith("{\"subscriber\":null,\"endpoint\":null,\"eventId\":\"evt-0-3\",")
        .contains("\"reason\":\"malformed\"", "\"attempts\":0", "\"lastAttemptAt\":null");
  }

  @Test
  void nonsenseInItsHeadersIsReadAsNothing() {
    RecordHeaders headers = new RecordHeaders();
    for (String name :
        List.of(
            HeaderNames.ATTEMPT,
            HeaderNames.STATUS,
            HeaderNames.FIRST_SEEN_AT,
            HeaderNames.LAST_ATTEMPT_AT)) {
      headers.add(name, "99999999999999999999".getBytes(StandardCharsets.UTF_8));
    }
    headers.add(HeaderNames.ERROR, null);
    headers.add(HeaderNames.GIVE_UP_AT, "9223372036854775807".getBytes(StandardCharsets.UTF_8));
    byte[] key = {(byte) 0xff, 0};
    DeadLetter letter =
        new DeadLetter(new SourceRecord("barid.dlq", 2, 9, 1_000, key, new byte[0], headers));

    assertThat(letter.attempts()).isZero();
    assertThat(letter.status()).isEmpty();
    assertThat(letter.firstSeenAt()).isEmpty();
    assertThat(letter.error()).isEmpty();
    assertThat(letter.giveUpAt()).isPresent();
    assertThat(letter.id()).isEqualTo("barid.dlq-2-9");
    assertThat(letter.subscriber()).contains("\ufffd\0");
    assertThat(new Details(new Entry(letter, Optional.empty()), 100).lines()).isNotEmpty();
  }

  @Test
  void itsDetailsShowWhyItDiedItsHeadersAndItsBody() {
    TopicRecord record = LETTERS.exhausted("acme", "orders", "e-1", 503);
    Entry entry = new Entry(Letters.at(record, 17), Optional.empty());
    Mark mark = Mark.redriven(entry, Instant.parse("2026-05-02T00:00:00Z"), "fix-42");

    List<String> lines = new Details(new Entry(entry.letter(), Optional.of(mark)), 1_000).lines();

    assertThat(lines)
        .contains(
            "position      barid.dlq-0-17",
            "state         redriven, by fix-42 at 2026-05-02T00:00:00Z",
            "reason        exhausted",
            "error         HTTP 503 after 5 attempts",
            "response      oops",
            "header        ce_type: order.created",
            "body          15 bytes, text",
            "{\"event\":\"e-1\"}");
  }
}
