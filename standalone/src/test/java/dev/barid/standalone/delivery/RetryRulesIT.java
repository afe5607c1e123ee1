package dev.barid.standalone.delivery;

import static dev.barid.standalone.delivery.Registry.endpoint;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.barid.core.attempt.AttemptEntry;
import dev.barid.testkit.Behavior;
import dev.barid.testkit.ReceivedRequest;
import dev.barid.testkit.Receiver;
import dev.barid.testkit.StoredRecord;
import dev.barid.testkit.TestBroker;
import dev.barid.testkit.WithBroker;
import dev.barid.testkit.guarantee.Guarantees;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What an answer leads to, from the socket to the topics and back. */
@WithBroker
class RetryRulesIT {

  private static final Duration SOON = Duration.ofSeconds(30);
  private static final String FAST_RETRIES =
      "\"policy\":{\"backoff\":{\"base\":\"200ms\",\"cap\":\"400ms\"}}";
  private static final DateTimeFormatter IMF_FIXDATE =
      DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  @RegisterExtension private static final Stage STAGE = new Stage();

  private final Receiver receiver = Receiver.start();
  private final TestBroker broker = STAGE.broker();
  private final String acme = STAGE.newSubscriber();

  @RegisterExtension private final Guarantees guarantees = Guarantees.all(() -> broker, receiver);

  @AfterEach
  void stop() {
    receiver.close();
  }

  @Test
  @Tag("R-B5")
  void afterA429TheNextAttemptIsNoEarlierThanItsRetryAfter() {
    receiver
        .on("/busy")
        .behave(Behavior.answer(429, Map.of("Retry-After", "3"), ""), Behavior.answer(200));
    send(endpoint("busy", receiver.url("/busy"), FAST_RETRIES));

    List<ReceivedRequest> requests = receiver.awaitRequests(2, SOON);

    AttemptEntry first = attempts(1).get(0);
    assertThat(first.nextDueAt().orElseThrow()).isAfterOrEqualTo(first.time().plusSeconds(3));
    assertThat(requests.get(1).at()).isAfterOrEqualTo(requests.get(0).at().plusSeconds(3));
    assertThat(requests.get(1).header("X-Retry-Reason")).contains("http-429");
  }

  @Test
  @Tag("R-B5")
  void afterA503TheNextAttemptIsNoEarlierThanTheDateInItsRetryAfter() {
    Instant back = Instant.now().plusSeconds(6).truncatedTo(ChronoUnit.SECONDS);
    receiver
        .on("/busy")
        .behave(
            Behavior.answer(503, Map.of("retry-after", IMF_FIXDATE.format(back)), ""),
            Behavior.answer(200));
    send(endpoint("busy", receiver.url("/busy"), FAST_RETRIES));

    List<ReceivedRequest> requests = receiver.awaitRequests(2, SOON);

    assertThat(requests.get(0).at()).as("asked before the date").isBefore(back);
    assertThat(requests.get(1).at()).isAfterOrEqualTo(back);
  }

  @Test
  @Tag("R-B5")
  void aRetryAfterPastTheGiveUpTimeEndsTheDeliveryAtOnceAndSaysSo() {
    receiver.on("/busy").answer(503, Map.of("Retry-After", "7200"), "");
    send(endpoint("busy", receiver.url("/busy"), "\"policy\":{\"giveUpAfter\":\"1h\"}"));

    StoredRecord letter = broker.awaitRecords(broker.topics().dlq(), 1, SOON).get(0);

    assertThat(letter.header("barid-dlq-reason")).contains("expired");
    assertThat(letter.header("barid-error").orElse("")).contains("Retry-After of 2h");
    assertThat(receiver.requests()).hasSize(1);
  }

  @Test
  @Tag("R-C4")
  void a404IsTriedFiveTimesThenItIsPermanent() {
    receiver.on("/lost").answer(404);
    send(endpoint("lost", receiver.url("/lost"), FAST_RETRIES));

    StoredRecord letter = broker.awaitRecords(broker.topics().dlq(), 1, SOON).get(0);

    assertThat(receiver.requests()).hasSize(5);
    assertThat(letter.header("barid-dlq-reason")).contains("permanent");
    assertThat(letter.header("barid-status")).contains("404");
    assertThat(letter.header("barid-attempt")).contains("5");
  }

  @Test
  @Tag("R-C4")
  void aPolicyGives404ABudgetOfItsOwn() {
    receiver.on("/lost").answer(404);
    send(
        endpoint(
            "lost",
            receiver.url("/lost"),
            "\"policy\":{\"notFoundAttempts\":2,"
                + "\"backoff\":{\"base\":\"200ms\",\"cap\":\"400ms\"}}"));

    StoredRecord letter = broker.awaitRecords(broker.topics().dlq(), 1, SOON).get(0);

    assertThat(letter.header("barid-attempt")).contains("2");
    assertThat(receiver.requests()).hasSize(2);
  }

  @Test
  @Tag("R-C5")
  void aRedirectIsRetriedNotFollowedAndItsLocationIsReported() {
    receiver
        .on("/moved")
        .behave(
            Behavior.answer(302, Map.of("Location", receiver.url("/login")), ""),
            Behavior.answer(200));
    send(endpoint("moved", receiver.url("/moved"), FAST_RETRIES));

    List<ReceivedRequest> requests = receiver.awaitRequests(2, SOON);

    assertThat(requests).allMatch(request -> request.path().equals("/moved"));
    AttemptEntry first = attempts(2).get(0);
    assertThat(first.status()).contains(302);
    assertThat(first.outcome()).isEqualTo("retry");
    assertThat(first.error().orElse(""))
        .isEqualTo("HTTP 302, not followed, Location: " + receiver.url("/login"));
    assertThat(receiver.requestsTo("/login")).isEmpty();
  }

  @Test
  @Tag("R-B4")
  void anEventsOwnTimeToLiveEndsItAsExpired() {
    receiver.on("/down").answer(500);
    Registry.put(broker, acme, endpoint("down", receiver.url("/down"), FAST_RETRIES));
    Instant sent = Instant.now();
    broker.produce(broker.topics().events(), acme, "{}", Map.of("barid-ttl", "2s"));

    StoredRecord letter = broker.awaitRecords(broker.topics().dlq(), 1, SOON).get(0);

    assertThat(letter.header("barid-dlq-reason")).contains("expired");
    assertThat(letter.header("barid-status")).contains("500");
    assertThat(receiver.requests())
        .isNotEmpty()
        .allMatch(request -> request.at().isBefore(sent.plusSeconds(3)));
  }

  @Test
  @Tag("R-B4")
  void aTimeToLiveThatIsOverWhenTheEventIsReadCostsNoAttempt() {
    Registry.put(broker, acme, endpoint("all", receiver.url("/all"), ""));
    broker.produce(broker.topics().events(), acme, "{}", Map.of("barid-ttl", "1ms"));
    broker.produce(broker.topics().events(), acme, "{}", Map.of("barid-ttl", "1h"));

    receiver.awaitRequests(1, SOON);
    StoredRecord letter = broker.awaitRecords(broker.topics().dlq(), 1, SOON).get(0);

    assertThat(letter.header("barid-dlq-reason")).contains("expired");
    assertThat(receiver.requests()).hasSize(1);
  }

  private void send(String endpoint) {
    Registry.put(broker, acme, endpoint);
    broker.produce(broker.topics().events(), acme, "{}");
  }

  private List<AttemptEntry> attempts(int count) {
    return broker.awaitRecords(broker.topics().attempts(), count, SOON).stream()
        .map(stored -> AttemptEntry.fromJson(requireNonNull(stored.source().value())).orElseThrow())
        .toList();
  }
}
