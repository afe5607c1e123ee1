package dev.barid.faults.scene;

import static org.assertj.core.api.Assertions.assertThat;

import dev.barid.core.delivery.HeaderNames;
import dev.barid.core.topic.RetryTiers;
import dev.barid.testkit.StoredRecord;
import dev.barid.testkit.TestBroker;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The promise that between topics everything exists once, as an object: what was parked, retried or
 * put off came back, and it came back once for each time that it left. No fault may change that.
 *
 * @param left how often each delivery left for {@code parked} or a delay topic
 * @param cameBack how often each one was written to {@code redeliveries}
 * @param parked how many records {@code parked} got
 * @param delayed how many records the delay topics got
 */
record OnceBack(Map<String, Integer> left, Map<String, Integer> cameBack, int parked, int delayed) {

  static OnceBack read(TestBroker broker, RetryTiers tiers) {
    Map<String, Integer> left = new HashMap<>();
    List<StoredRecord> parked = broker.readAll(broker.topics().parked());
    count(parked, left);
    int delayed = 0;
    for (var tier : tiers.tiers()) {
      List<StoredRecord> waiting = broker.readAll(broker.topics().retry(tier));
      count(waiting, left);
      delayed += waiting.size();
    }
    Map<String, Integer> cameBack = new HashMap<>();
    count(broker.readAll(broker.topics().redeliveries()), cameBack);
    return new OnceBack(left, cameBack, parked.size(), delayed);
  }

  /** All that left has come back; to be asked when nothing waits any more. */
  OnceBack assertKept() {
    assertThat(more(left, cameBack)).as("left and never came back").isEmpty();
    return assertNothingTwice();
  }

  /** Nothing came back more often than it left; holds at any time. */
  OnceBack assertNothingTwice() {
    assertThat(more(cameBack, left)).as("came back more often than it left").isEmpty();
    return this;
  }

  private static Map<String, Integer> more(Map<String, Integer> one, Map<String, Integer> other) {
    return one.entrySet().stream()
        .filter(each -> each.getValue() > other.getOrDefault(each.getKey(), 0))
        .collect(
            Collectors.toMap(
                Map.Entry::getKey, each -> each.getValue() - other.getOrDefault(each.getKey(), 0)));
  }

  private static void count(List<StoredRecord> records, Map<String, Integer> counts) {
    for (StoredRecord stored : records) {
      String delivery =
          stored.header(HeaderNames.EVENT_ID).orElseThrow()
              + " for "
              + stored.header(HeaderNames.ENDPOINT).orElseThrow();
      counts.merge(delivery, 1, Integer::sum);
    }
  }
}
