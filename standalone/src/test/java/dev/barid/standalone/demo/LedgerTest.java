package dev.barid.standalone.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class LedgerTest {

  private static final Part ALL = Part.of("shop", "all", Behaviour.GOOD);
  private static final Part ORDERS = Part.of("shop", "orders", Behaviour.GOOD, "order.*");
  private static final List<SentEvent> EVENTS =
      List.of(
          new SentEvent("e1", "shop", "order.created"),
          new SentEvent("e2", "shop", "user.created"));

  @Test
  void everyDeliveryEndsOnce() {
    Ledger ledger =
        Ledger.of(
            EVENTS,
            Map.of(ALL, Set.of("e1"), ORDERS, Set.of("e1")),
            List.of(new DeadLetter("shop", "all", "e2", "exhausted")));

    assertThat(ledger.balances()).isTrue();
    assertThat(ledger.summary())
        .isEqualTo("ledger: accepted=4 delivered=2 dead-lettered=1 filtered=1 lost=0");
  }

  @Test
  void whatIsNowhereIsLostAndNamed() {
    Ledger ledger = Ledger.of(EVENTS, Map.of(ALL, Set.of("e1"), ORDERS, Set.of()), List.of());

    assertThat(ledger.balances()).isFalse();
    assertThat(ledger.lost()).containsExactlyInAnyOrder("e2 for shop/all", "e1 for shop/orders");
    assertThat(ledger.summary()).endsWith("lost=2");
  }

  @Test
  void whatIsStillInTheDlqIsNotDeliveredEvenIfItArrivedOnce() {
    Ledger ledger =
        Ledger.of(
            EVENTS,
            Map.of(ALL, Set.of("e1", "e2")),
            List.of(new DeadLetter("shop", "all", "e2", "exhausted")));

    assertThat(ledger.summary())
        .isEqualTo("ledger: accepted=2 delivered=1 dead-lettered=1 filtered=0 lost=0");
  }

  @Test
  void whatNobodyWantedIsNoGoodDelivery() {
    Ledger ledger = Ledger.of(EVENTS, Map.of(ORDERS, Set.of("e1", "e2")), List.of());

    assertThat(ledger.balances()).isFalse();
    assertThat(ledger.unwanted()).containsExactly("e2 for shop/orders");
  }

  @Test
  void aDeadLetterWithoutAnEndpointEndsTheEventForAll() {
    Ledger ledger =
        Ledger.of(
            EVENTS.subList(0, 1),
            Map.of(ALL, Set.of(), ORDERS, Set.of()),
            List.of(new DeadLetter("shop", "", "e1", "unknown-subscriber")));

    assertThat(ledger.summary())
        .isEqualTo("ledger: accepted=2 delivered=0 dead-lettered=2 filtered=0 lost=0");
  }
}
