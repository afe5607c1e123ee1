package dev.barid.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.barid.core.delivery.HeaderNames;
import dev.barid.core.delivery.SourceRecord;
import dev.barid.core.subscriber.EndpointKey;
import dev.barid.testkit.Ledger.Delivery;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("R-D4")
class LedgerTest {
  private static final EndpointKey ORDERS = new EndpointKey("acme", "orders");
  private static final EndpointKey AUDIT = new EndpointKey("acme", "audit");

  private final Ledger ledger = new Ledger();

  @Test
  void balancesWhenEveryDeliveryEnded() {
    ledger.accepted("1", ORDERS);
    ledger.accepted("1", AUDIT);
    ledger.accepted("2", ORDERS);
    ledger.delivered("1", ORDERS);
    ledger.filtered("1", AUDIT);
    ledger.deadLetters(List.of(deadLetter("2")));
    assertThat(ledger.balance().assertBalanced().assertNothingRepeated())
        .hasToString("ledger: accepted=3 delivered=1 dead-lettered=1 filtered=1 lost=0");
  }

  @Test
  void namesWhatIsLostAndWhatNobodySent() {
    ledger.accepted("1", ORDERS);
    ledger.delivered("2", ORDERS);
    assertThatThrownBy(() -> ledger.balance().assertBalanced())
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("lost: [1 → acme/orders]")
        .hasMessageContaining("unexpected: [2 → acme/orders]");
  }

  @Test
  void countsADeadLetterThatWasRedrivenAsDelivered() {
    ledger.accepted("1", ORDERS);
    ledger.deadLettered("1", ORDERS);
    ledger.delivered("1", ORDERS);
    assertThat(ledger.balance().assertBalanced())
        .hasToString("ledger: accepted=1 delivered=1 dead-lettered=0 filtered=0 lost=0");
  }

  @Test
  void listsRepeats() {
    ledger.accepted("1", ORDERS);
    ledger.delivered("1", ORDERS);
    ledger.delivered("1", ORDERS);
    assertThat(ledger.balance().assertBalanced().repeated())
        .containsEntry(new Delivery("1", ORDERS), 2);
    assertThatThrownBy(() -> ledger.balance().assertNothingRepeated())
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("delivered repeatedly: {1 → acme/orders=2}");
  }

  private static StoredRecord deadLetter(String eventId) {
    RecordHeaders headers = new RecordHeaders();
    headers.add(HeaderNames.EVENT_ID, eventId.getBytes(StandardCharsets.UTF_8));
    headers.add(HeaderNames.ENDPOINT, "orders".getBytes(StandardCharsets.UTF_8));
    return new StoredRecord(
        new SourceRecord(
            "dlq", 0, 0, 0, "acme".getBytes(StandardCharsets.UTF_8), new byte[0], headers));
  }
}
