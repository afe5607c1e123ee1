package dev.barid.dispatcher.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import com.standardwebhooks.Webhook;
import dev.barid.core.delivery.Delivery;
import dev.barid.core.delivery.History;
import dev.barid.core.event.Event;
import dev.barid.core.net.EndpointUrl;
import dev.barid.core.signing.WebhookSecret;
import java.net.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RequestHeadersTest {
  private static final String SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
  private static final List<WebhookSecret> SECRETS = List.of(WebhookSecret.parse("s", SECRET));
  private static final EndpointUrl URL = EndpointUrl.parse("url", "https://hooks.example/in");
  private static final long NOW = 1_700_000_000;

  private final RequestHeaders headers = new RequestHeaders("1.2.3");
  private final List<Header> record = new ArrayList<>();
  private final Map<String, String> extra = new LinkedHashMap<>();
  private History history = History.NONE;
  private EndpointUrl url = URL;

  private List<Map.Entry<String, String>> made() {
    Event event =
        new Event(
            "acme",
            "evt-1",
            Optional.empty(),
            "{}".getBytes(StandardCharsets.UTF_8),
            record,
            0,
            "events-0-0");
    return headers.of(new Delivery(event, "orders", history), url, extra, SECRETS, NOW);
  }

  private List<String> valuesOf(String name) {
    return made().stream()
        .filter(field -> field.getKey().equalsIgnoreCase(name))
        .map(Map.Entry::getValue)
        .toList();
  }

  private void recordHeader(String name, String value) {
    record.add(new RecordHeader(name, value.getBytes(StandardCharsets.UTF_8)));
  }

  @Test
  @Tag("R-H2")
  @Tag("R-H3")
  void aFirstAttemptCarriesExactlyThese() {
    assertThat(made())
        .containsExactly(
            entry("Host", "hooks.example"),
            entry("User-Agent", "Barid/1.2.3"),
            entry("Content-Type", "application/json"),
            entry("webhook-id", "evt-1"),
            entry("webhook-timestamp", "1700000000"),
            entry("webhook-signature", valuesOf("webhook-signature").get(0)),
            entry("Idempotency-Key", "evt-1"),
            entry("X-Delivery-Attempt", "1"));
  }

  @Test
  @Tag("R-H2")
  void theReferenceLibraryVerifiesTheSignature() throws Exception {
    long now = System.currentTimeMillis() / 1000;
    Event event =
        new Event(
            "acme",
            "evt-1",
            Optional.empty(),
            "{\"a\":1.0}".getBytes(StandardCharsets.UTF_8),
            List.of(),
            0,
            "");
    Map<String, List<String>> sent =
        headers.of(new Delivery(event, "orders", history), URL, Map.of(), SECRETS, now).stream()
            .collect(Collectors.toMap(Map.Entry::getKey, field -> List.of(field.getValue())));

    new Webhook(SECRET).verify("{\"a\":1.0}", HttpHeaders.of(sent, (name, value) -> true));
  }

  @Test
  @Tag("R-H3")
  void aRetrySaysWhyAndHowOften() {
    history = new History(200, Optional.empty(), Optional.of("http-503"), Optional.empty(), 0);

    assertThat(valuesOf("X-Delivery-Attempt")).containsExactly("201");
    assertThat(valuesOf("X-Retry-Reason")).containsExactly("http-503");
  }

  @Test
  @Tag("R-H3")
  void theFirstAttemptAfterARedriveSaysSo() {
    history = new History(0, Optional.empty(), Optional.of("redrive"), Optional.empty(), 0);

    assertThat(valuesOf("X-Delivery-Attempt")).containsExactly("1");
    assertThat(valuesOf("X-Retry-Reason")).containsExactly("redrive");
  }

  @Test
  @Tag("R-H4")
  void cloudEventsAttributesGoOutInBinaryMode() {
    recordHeader("ce_id", "evt-1");
    recordHeader("ce_type", "order.created");
    recordHeader("ce_source", "/shop");
    recordHeader("content-type", "application/xml");

    assertThat(made())
        .contains(
            entry("ce-id", "evt-1"),
            entry("ce-type", "order.created"),
            entry("ce-source", "/shop"),
            entry("Content-Type", "application/xml"));
  }

  @Test
  @Tag("R-H4")
  void structuredModePassesThrough() {
    recordHeader("content-type", "application/cloudevents+json; charset=UTF-8");

    assertThat(valuesOf("content-type"))
        .containsExactly("application/cloudevents+json; charset=UTF-8");
  }

  /** The specification's own examples (CloudEvents HTTP binding, 3.1.3.2), and what would break. */
  @ParameterizedTest
  @CsvSource({
    "Euro \u20ac \ud83d\ude00, Euro%20%E2%82%AC%20%F0%9F%98%80",
    "100%, 100%25",
    "'say \"x\"', say%20%22x%22",
    "'a\r\nInjected: b', a%0D%0AInjected:%20b",
    "'\u0000\u007f', %00%7F"
  })
  @Tag("R-H4")
  void attributeValuesArePercentEncoded(String value, String sent) {
    recordHeader("ce_subject", value);

    assertThat(valuesOf("ce-subject")).containsExactly(sent);
  }

  @Test
  void anAttributeWhoseNameIsNoFieldNameStaysInside() {
    recordHeader("ce_bad name", "x");
    recordHeader("ce_bad\r\nInjected", "x");
    recordHeader("ce", "x");

    assertThat(made()).hasSize(8);
  }

  @Test
  @Tag("R-H4")
  void traceContextPassesThrough() {
    recordHeader("traceparent", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01");
    recordHeader("tracestate", "a=1,b=2");

    assertThat(made())
        .contains(
            entry("traceparent", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"),
            entry("tracestate", "a=1,b=2"));
  }

  @Test
  void otherRecordHeadersStayInside() {
    recordHeader("authorization", "Bearer inside");
    recordHeader("x-internal", "1");
    recordHeader("webhook-id", "forged");
    record.add(new RecordHeader("ce_type", (byte[]) null));

    assertThat(made()).hasSize(8);
    assertThat(valuesOf("webhook-id")).containsExactly("evt-1");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "text/\u00e9", "a\r\nb: c"})
  void aContentTypeThatCannotBeSentCountsAsNone(String value) {
    recordHeader("content-type", value);

    assertThat(valuesOf("content-type")).containsExactly("application/json");
  }

  @Test
  void ofTwoRecordHeadersTheLastCounts() {
    recordHeader("ce_type", "first");
    recordHeader("CE_Type", "last");

    assertThat(valuesOf("ce-type")).containsExactly("last");
  }

  @Test
  @Tag("R-H5")
  void extraHeadersGoOutOnceAndNeverReplaceOurs() {
    extra.put("X-Env", "prod");
    extra.put("x-env", "test");
    extra.put("CONTENT-TYPE", "text/plain");
    extra.put("Webhook-Signature", "v1,forged");
    extra.put("user-agent", "other");
    extra.put("x-retry-reason", "http-500");
    extra.put("CE-Type", "forged");
    extra.put("Content-Length", "1");
    extra.put("transfer-encoding", "chunked");
    extra.put("host", "elsewhere");
    extra.put("Connection", "close");
    extra.put("bad name", "x");

    List<Map.Entry<String, String>> made = made();
    assertThat(made).hasSize(9).last().isEqualTo(entry("X-Env", "prod"));
  }

  @Test
  @Tag("R-H5")
  void anExtraHeadersValueStartsNoOtherField() {
    extra.put("X-Env", "prod\r\nInjected: \u20acx");

    assertThat(valuesOf("X-Env")).containsExactly("prodInjected: x");
  }

  @Test
  @Tag("R-H6")
  void userAndPasswordOfTheUrlWinOverAnExtraAuthorization() {
    extra.put("authorization", "Bearer other");
    assertThat(valuesOf("Authorization")).containsExactly("Bearer other");

    url = EndpointUrl.parse("url", "https://user:pass%40@hooks.example:8443/in");
    assertThat(valuesOf("Authorization")).containsExactly("Basic dXNlcjpwYXNzQA==");
    assertThat(valuesOf("Host")).containsExactly("hooks.example:8443");
  }

  @Test
  void aRequestsTextShowsNoHeader() {
    url = EndpointUrl.parse("url", "https://user:pass@hooks.example/in");

    assertThat(
            new OutgoingRequest(url, made(), new byte[2], java.time.Duration.ofSeconds(15))
                .toString())
        .isEqualTo("POST https://***@hooks.example/in (2 bytes, within PT15S)");
  }
}
