package dev.barid.standalone.delivery;

import static dev.barid.standalone.delivery.Registry.endpoint;
import static org.assertj.core.api.Assertions.assertThat;

import dev.barid.core.topic.RetryTiers;
import dev.barid.testkit.ReceivedRequest;
import dev.barid.testkit.Receiver;
import dev.barid.testkit.TestBroker;
import dev.barid.testkit.WithBroker;
import dev.barid.testkit.guarantee.Guarantees;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** One subscriber sends far more than its endpoint takes. */
@WithBroker
class FloodIT {

  private static final int FLOOD = 1_500;
  private static final int RATE = 50;
  private static final int QUIET = 30;
  private static final String TIERS = "1s,5s,30s";

  /** Queueing behind the flood would take some {@code FLOOD / RATE} seconds. */
  private static final Duration PROMPT = Duration.ofSeconds(5);

  private static final Duration LATER = Duration.ofSeconds(90);

  private final Receiver receiver = Receiver.start();

  private TestBroker broker;
  private Roles roles;

  @RegisterExtension
  private final Guarantees guarantees =
      Guarantees.all(() -> broker, receiver).over(RetryTiers.parse(TIERS));

  @BeforeEach
  void start(TestBroker given) throws Exception {
    broker = given;
    roles = Roles.start(broker, Map.of("retry.tiers", TIERS));
  }

  @AfterEach
  void stop() {
    roles.close();
    receiver.close();
  }

  @Test
  @Tag("R-I2")
  @Tag("R-I5")
  void aFloodArrivesAtItsEndpointsRateAndDelaysNobodyOnItsPartition() {
    String flooded = "flooded";
    String quiet = Neighbors.of(flooded, 1).get(0);
    Registry.put(
        broker, flooded, endpoint("slow", receiver.url("/slow"), "\"ratePerSecond\":" + RATE));
    Registry.put(broker, quiet, endpoint("all", receiver.url("/quiet"), ""));
    Bulk.send(broker, flooded, FLOOD);

    for (int i = 1; i <= QUIET; i++) {
      Instant sent = Instant.now();
      broker.produce(broker.topics().events(), quiet, "{\"n\":" + i + "}");
      int count = i;
      receiver.awaitRequests(all -> to(all, "/quiet").size() >= count, LATER);
      assertThat(to(receiver.requests(), "/quiet").get(i - 1).at())
          .as("the quiet one's event %s", i)
          .isBefore(sent.plus(PROMPT));
    }
    assertThat(receiver.requestsTo("/slow")).as("the flood is not over").hasSizeLessThan(FLOOD);

    receiver.awaitRequests(all -> to(all, "/slow").size() >= FLOOD, LATER);

    List<ReceivedRequest> flood = receiver.requestsTo("/slow");
    assertThat(flood).allMatch(r -> r.header("X-Delivery-Attempt").orElse("").equals("1"));
    assertThat(flood.stream().map(ReceivedRequest::text).distinct())
        .as("each once")
        .hasSize(FLOOD)
        .hasSameSizeAs(flood);
    assertThat(Duration.between(flood.get(0).at(), flood.get(FLOOD - 1).at()))
        .as("no faster than the rate, but for the burst")
        .isGreaterThan(Duration.ofSeconds(FLOOD / RATE - 3));
    double deferrals = roles.count("barid.deferrals");
    assertThat(deferrals).as("those that did not fit").isGreaterThan(FLOOD / 2);
    // Not exactly: what a busy machine starts late holds up what comes back on time.
    assertThat(deferrals).as("each put off about once").isLessThan(FLOOD * 1.25);
    assertThat(broker.readAll(broker.topics().dlq())).isEmpty();
  }

  private static List<ReceivedRequest> to(List<ReceivedRequest> all, String path) {
    return all.stream().filter(request -> request.path().equals(path)).toList();
  }
}
