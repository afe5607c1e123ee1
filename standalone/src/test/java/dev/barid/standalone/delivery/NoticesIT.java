package dev.barid.standalone.delivery;

import static dev.barid.standalone.delivery.Registry.endpoint;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.barid.core.notice.DlqGrowth;
import dev.barid.core.notice.Notice;
import dev.barid.core.notice.NoticeKind;
import dev.barid.testkit.ReceivedRequest;
import dev.barid.testkit.Receiver;
import dev.barid.testkit.TestBroker;
import dev.barid.testkit.WithBroker;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What happens to an endpoint is told: on the topic of notices, and to whom its owner named. */
@WithBroker
@Tag("R-M5")
class NoticesIT {

  private static final Duration SOON = Duration.ofSeconds(30);
  private static final Duration LATER = Duration.ofSeconds(60);

  private static final String POLICY =
      "\"policy\":{\"backoff\":{\"base\":\"200ms\",\"cap\":\"1s\"},\"maxAttempts\":100,"
          + "\"breaker\":{\"failures\":5,\"openFor\":\"500ms\",\"openForCap\":\"500ms\"}}";

  private final Receiver receiver = Receiver.start();
  private TestBroker broker;
  private Roles roles;

  @BeforeEach
  void start(TestBroker given) throws Exception {
    broker = given;
    roles = Roles.start(broker);
  }

  @AfterEach
  void stop() {
    roles.close();
    receiver.close();
  }

  @Test
  @Tag("R-I3")
  void aBreakerThatOpensAndClosesIsToldOnTheTopicAndByWebhook() {
    receiver.on("/down").answer(500);
    Registry.put(broker, "ops", endpoint("pager", receiver.url("/pager"), ""));
    Registry.putNotifying(broker, "acme", "ops", endpoint("down", receiver.url("/down"), POLICY));
    send("acme", 10);

    Notice opened = awaitNotices(1).get(0);
    ReceivedRequest toldOpened = awaitTold(1).get(0);

    assertThat(opened.kind()).isEqualTo(NoticeKind.BREAKER_OPENED);
    assertThat(opened.subscriber()).isEqualTo("acme");
    assertThat(opened.endpoint()).contains("down");
    assertThat(opened.reason()).isEqualTo("http-500");
    assertThat(toldOpened.header("ce-type")).contains("barid.notice.breaker-opened");
    assertThat(toldOpened.header("content-type")).contains("application/json");
    assertThat(Notice.fromJson(toldOpened.body())).contains(opened);

    receiver.on("/down").answer(200);

    Notice closed = awaitNotices(2).get(1);
    ReceivedRequest toldClosed = awaitTold(2).get(1);
    assertThat(closed.kind()).isEqualTo(NoticeKind.BREAKER_CLOSED);
    assertThat(toldClosed.header("ce-type")).contains("barid.notice.breaker-closed");
    assertThat(Notice.fromJson(toldClosed.body())).contains(closed);
    receiver.awaitSuccesses(12, LATER);
    assertThat(notices()).hasSize(2);
  }

  @Test
  @Tag("R-C6")
  void anEndpointThatIsGoneIsTold() {
    receiver.on("/gone").answer(410);
    Registry.put(broker, "ops", endpoint("pager", receiver.url("/pager"), ""));
    Registry.putNotifying(broker, "acme", "ops", endpoint("gone", receiver.url("/gone"), ""));
    send("acme", 3);

    Notice notice = awaitNotices(1).get(0);

    assertThat(notice.kind()).isEqualTo(NoticeKind.ENDPOINT_GONE);
    assertThat(awaitTold(1).get(0).header("ce-type")).contains("barid.notice.endpoint-gone");
    assertThat(Notice.fromJson(awaitTold(1).get(0).body())).contains(notice);
    assertThat(notices()).as("once, whatever was in flight").hasSize(1);
  }

  @Test
  @Tag("R-I6")
  void anEndpointThatIsPausedForRefusingTooMuchIsTold() {
    receiver.on("/strict").answer(400);
    Registry.put(broker, "ops", endpoint("pager", receiver.url("/pager"), ""));
    Registry.putNotifying(broker, "acme", "ops", endpoint("strict", receiver.url("/strict"), ""));
    send("acme", 120);

    Notice notice = awaitNotices(1).get(0);

    assertThat(notice.kind()).isEqualTo(NoticeKind.ENDPOINT_PAUSED);
    assertThat(notice.reason()).isEqualTo("permanent-failures");
    assertThat(awaitTold(1).get(0).header("ce-type")).contains("barid.notice.endpoint-paused");
  }

  @Test
  void aGrowingDlqIsToldOnTheTopicAndByWebhookOnce() {
    // Two endpoints, so that neither refuses so much in a row that it is paused.
    receiver.on("/one").answer(400);
    receiver.on("/two").answer(422);
    Registry.put(broker, "ops", endpoint("pager", receiver.url("/pager"), ""));
    Registry.putNotifying(
        broker,
        "acme",
        "ops",
        endpoint("one", receiver.url("/one"), ""),
        endpoint("two", receiver.url("/two"), ""));
    send("acme", DlqGrowth.MOST / 2);
    broker.awaitRecords(broker.topics().dlq(), DlqGrowth.MOST, SOON);
    assertThat(notices()).as("a hundred dead letters are not too many").isEmpty();
    send("acme", 20);

    Notice notice = awaitNotices(1).get(0);
    ReceivedRequest told = awaitTold(1).get(0);

    assertThat(notice.kind()).isEqualTo(NoticeKind.DLQ_GROWING);
    assertThat(notice.subscriber()).isEqualTo("acme");
    assertThat(notice.endpoint()).as("it is about the subscriber as a whole").isEmpty();
    assertThat(notice.reason()).isEqualTo("permanent");
    assertThat(told.header("ce-type")).contains("barid.notice.dlq-growing");
    assertThat(told.header("content-type")).contains("application/json");
    assertThat(Notice.fromJson(told.body())).contains(notice);
    broker.awaitRecords(broker.topics().dlq(), DlqGrowth.MOST + 40, SOON);
    await().atMost(SOON).until(() -> Lags.of(broker) == 0);
    assertThat(notices()).as("once, though it goes on growing").containsExactly(notice);
    assertThat(receiver.requestsTo("/pager")).hasSize(1);
  }

  @Test
  void aSubscriberIsNeverToldAboutItself() {
    receiver.on("/down").answer(500);
    Registry.putNotifying(broker, "acme", "acme", endpoint("down", receiver.url("/down"), POLICY));
    send("acme", 10);
    awaitNotices(1);
    // Probes after the breaker opened: what would be told has been.
    int soFar = receiver.requests().size();
    receiver.awaitRequests(soFar + 3, SOON);
    assertThat(broker.readAll(broker.topics().events())).hasSize(10);

    receiver.on("/down").answer(200);

    receiver.awaitSuccesses(10, LATER);
    awaitNotices(2);
    assertThat(broker.readAll(broker.topics().events())).hasSize(10);
  }

  @Test
  void twoDownSubscribersThatAreToldOfEachOtherBreedNothing() {
    receiver.on("/one").answer(500);
    receiver.on("/two").answer(500);
    Registry.putNotifying(broker, "one", "two", endpoint("down", receiver.url("/one"), POLICY));
    Registry.putNotifying(broker, "two", "one", endpoint("down", receiver.url("/two"), POLICY));
    send("one", 10);
    send("two", 10);
    awaitNotices(2);
    // Many probes on, most of them retries of the notices or of what waits with them.
    int soFar = receiver.requests().size();
    receiver.awaitRequests(soFar + 10, LATER);
    assertThat(broker.readAll(broker.topics().events()))
        .as("what was sent, and the two openings at most")
        .hasSizeBetween(20, 22);

    receiver.on("/one").answer(200);
    receiver.on("/two").answer(200);

    receiver.awaitSuccesses(20, LATER);
    await().atMost(LATER).until(() -> Lags.of(broker) == 0);
    assertThat(broker.readAll(broker.topics().events()))
        .as("and the two closings at most")
        .hasSizeBetween(20, 24);
  }

  private void send(String subscriber, int count) {
    for (int i = 0; i < count; i++) {
      broker.produce(broker.topics().events(), subscriber, "{\"n\":" + i + "}");
    }
  }

  private List<Notice> awaitNotices(int count) {
    broker.awaitRecords(broker.topics().notices(), count, SOON);
    return notices();
  }

  private List<Notice> notices() {
    return broker.readAll(broker.topics().notices()).stream()
        .map(stored -> Notice.fromJson(requireNonNull(stored.source().value())).orElseThrow())
        .toList();
  }

  private List<ReceivedRequest> awaitTold(int count) {
    await().atMost(SOON).until(() -> receiver.requestsTo("/pager").size() >= count);
    return receiver.requestsTo("/pager");
  }
}
