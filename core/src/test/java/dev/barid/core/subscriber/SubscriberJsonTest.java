package dev.barid.core.subscriber;

import static dev.barid.core.subscriber.Entries.SECRET;
import static dev.barid.core.subscriber.Entries.bytes;
import static dev.barid.core.subscriber.Entries.endpoint;
import static dev.barid.core.subscriber.Entries.parse;
import static dev.barid.core.subscriber.Entries.parseEndpoint;
import static dev.barid.core.subscriber.Entries.subscriber;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.barid.core.policy.Backoff;
import dev.barid.core.policy.Jitter;
import dev.barid.core.policy.Policy;
import dev.barid.core.policy.Schedule;
import dev.barid.core.signing.WebhookSecret;
import dev.barid.core.text.InvalidInputException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("A subscriber as someone wrote it")
class SubscriberJsonTest {

  @Test
  @Tag("R-R1")
  void hasAllThatTheContractNames() {
    Subscriber subscriber =
        parse(
            """
            {"id": "acme", "notify": "acme-ops",
             "endpoints": [{"id": "orders", "url": "https://hooks.acme.example/orders",
               "secrets": ["%s"], "eventTypes": ["order.*"], "headers": {"X-Env": "prod"},
               "state": "paused", "policy": "aggressive", "concurrency": 3,
               "ratePerSecond": 2.5, "burst": 7}]}
            """
                .formatted(SECRET));

    assertThat(subscriber.id()).isEqualTo("acme");
    assertThat(subscriber.noticesTo()).contains("acme-ops");
    Endpoint endpoint = usable(subscriber, "orders");
    assertThat(endpoint.target().url().toString()).isEqualTo("https://hooks.acme.example/orders");
    assertThat(endpoint.target().headers()).containsExactly(Map.entry("X-Env", "prod"));
    assertThat(endpoint.secretsAt(Instant.EPOCH))
        .extracting(WebhookSecret::reveal)
        .containsExactly(SECRET);
    assertThat(endpoint.eventTypes()).isEqualTo(new EventTypes(List.of("order.*")));
    assertThat(endpoint.state()).isEqualTo(EndpointState.PAUSED);
    assertThat(endpoint.policy()).isEqualTo(Policy.AGGRESSIVE);
    assertThat(endpoint.limits()).isEqualTo(new Limits(3, 2.5, 7));
  }

  @Test
  @Tag("R-R1")
  void hasTheDefaultsForWhatItLeavesOutAndForNull() {
    for (String more :
        List.of(
            "",
            "\"eventTypes\": null, \"headers\": null, \"state\": null, \"policy\": null,"
                + " \"concurrency\": null, \"ratePerSecond\": null, \"burst\": null",
            "\"policy\": {}, \"headers\": {}, \"eventTypes\": []",
            "\"policy\": {\"backoff\": null, \"schedule\": null, \"breaker\": {},"
                + " \"retry\": null, \"maxAttempts\": null}")) {
      Endpoint endpoint = parseEndpoint(more);

      assertThat(endpoint.state()).isEqualTo(EndpointState.ACTIVE);
      assertThat(endpoint.policy()).isEqualTo(Policy.STANDARD);
      assertThat(endpoint.limits()).isEqualTo(new Limits(10, 100, 100));
      assertThat(endpoint.eventTypes()).isEqualTo(EventTypes.ALL);
      assertThat(endpoint.target().headers()).isEmpty();
    }
  }

  @Test
  @Tag("R-R1")
  void keepsTheOrderOfItsEndpointsAndOfTheirHeaders() {
    Subscriber subscriber =
        parse(
            subscriber(
                endpoint("c", "\"headers\": {\"Z\": \"1\", \"A\": \"2\", \"M\": \"3\"}"),
                endpoint("a", ""),
                endpoint("b", "")));

    assertThat(subscriber.endpoints()).extracting(EndpointEntry::id).containsExactly("c", "a", "b");
    assertThat(usable(subscriber, "c").target().headers().keySet()).containsExactly("Z", "A", "M");
    assertThat(subscriber.endpoint("d")).isEqualTo(Optional.empty());
  }

  @Test
  @Tag("R-B3")
  void hasAPolicyWhoseEveryKeyHasADefault() {
    Policy policy =
        parseEndpoint(
                """
                "policy": {"backoff": {"base": "200ms", "cap": "1s", "jitter": "none"},
                  "maxAttempts": 4, "giveUpAfter": "1h", "timeout": "2s", "notFoundAttempts": 0,
                  "retry": ["418", "500-599"], "permanent": [],
                  "breaker": {"failures": 1, "openFor": "1s"}}\
                """)
            .policy();

    assertThat(policy.spacing())
        .isEqualTo(new Backoff(Duration.ofMillis(200), Duration.ofSeconds(1), Jitter.NONE));
    assertThat(policy.maxAttempts()).isEqualTo(4);
    assertThat(policy.giveUpAfter()).isEqualTo(Duration.ofHours(1));
    assertThat(policy.timeout()).isEqualTo(Duration.ofSeconds(2));
    assertThat(policy.notFoundAttempts()).isZero();
    assertThat(policy.statusRules().retry()).hasToString("418, 500-599");
    assertThat(policy.statusRules().permanent()).hasToString("");
    assertThat(policy.breaker().openForCap()).isEqualTo(Duration.ofMinutes(10));
    assertThat(parseEndpoint("\"policy\": {\"schedule\": [\"5s\", \"5m\"]}").policy().spacing())
        .isEqualTo(new Schedule(List.of(Duration.ofSeconds(5), Duration.ofMinutes(5))));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "\"colour\": 1 | field \"endpoints[0].colour\" (expected: one of burst, concurrency,"
            + " eventTypes, headers, id, policy, ratePerSecond, resumedAt, secrets, state, url)",
        "\"concurrency\": 0 | endpoints[0].concurrency \"0\" (expected: 1 to 1000)",
        "\"concurrency\": 1001 | endpoints[0].concurrency \"1001\" (expected: 1 to 1000)",
        "\"concurrency\": 1.0 | endpoints[0].concurrency \"1.0\" (expected: a whole number)",
        "\"concurrency\": 1e999 | endpoints[0].concurrency \"Infinity\" (expected: a whole number)",
        "\"concurrency\": 9999999999 | endpoints[0].concurrency \"9999999999\" (expected: a whole"
            + " number)",
        "\"concurrency\": \"10\" | endpoints[0].concurrency \"10\" (expected: a whole number)",
        "\"ratePerSecond\": 0 | endpoints[0].ratePerSecond \"0.0\" (expected: above 0, at most"
            + " 100000)",
        "\"ratePerSecond\": -1e999 | endpoints[0].ratePerSecond \"-Infinity\" (expected: above 0,"
            + " at most 100000)",
        "\"ratePerSecond\": true | endpoints[0].ratePerSecond \"true\" (expected: a number)",
        "\"burst\": -1 | endpoints[0].burst \"-1\" (expected: 1 to 1000000)",
        "\"state\": \"off\" | endpoints[0].state \"off\" (expected: active, paused or disabled)",
        "\"state\": \"ACTIVE\" | endpoints[0].state \"ACTIVE\" (expected: active, paused or"
            + " disabled)",
        "\"state\": 1 | endpoints[0].state \"1\" (expected: a text)",
        "\"eventTypes\": \"order.*\" | endpoints[0].eventTypes \"(a text)\" (expected: a list)",
        "\"eventTypes\": [\"a\", 7] | endpoints[0].eventTypes[1] \"7\" (expected: a text)",
        "\"eventTypes\": [\"a\", \"*.b\"] | endpoints[0].eventTypes[1] \"*.b\" (expected: an event"
            + " type such as order.created, order.* or *)",
        "\"eventTypes\": [\"\"] | endpoints[0].eventTypes[0] \"\" (expected: an event type such as"
            + " order.created, order.* or *)",
        "\"policy\": \"gentle\" | endpoints[0].policy \"gentle\" (expected: standard,"
            + " standard-webhooks, aggressive, or an object)",
        "\"policy\": 3 | endpoints[0].policy \"(a number)\" (expected: standard,"
            + " standard-webhooks, aggressive, or an object)",
        "\"policy\": {\"tries\": 1} | field \"endpoints[0].policy.tries\" (expected: one of"
            + " backoff, breaker, giveUpAfter, maxAttempts, notFoundAttempts, permanent, retry,"
            + " schedule, timeout)",
        "\"policy\": {\"maxAttempts\": 0} | endpoints[0].policy.maxAttempts \"0\" (expected: a"
            + " whole number from 1 to 100000)",
        "\"policy\": {\"timeout\": \"1h\"} | endpoints[0].policy.timeout \"1h\" (expected: from"
            + " 1ms to 10m)",
        "\"policy\": {\"giveUpAfter\": 72} | endpoints[0].policy.giveUpAfter \"72\" (expected: a"
            + " text)",
        "\"policy\": {\"backoff\": {\"base\": \"0s\"}} | endpoints[0].policy.backoff.base \"0s\""
            + " (expected: from 1ms to 365d)",
        "\"policy\": {\"backoff\": {\"base\": \"2h\"}} | endpoints[0].policy.backoff.cap \"1h\""
            + " (expected: from 2h to 365d)",
        "\"policy\": {\"backoff\": {\"jitter\": \"some\"}} |"
            + " endpoints[0].policy.backoff.jitter \"some\" (expected: equal, full, none)",
        "\"policy\": {\"backoff\": {\"factor\": 2}} | field \"endpoints[0].policy.backoff.factor\""
            + " (expected: one of base, cap, jitter)",
        "\"policy\": {\"backoff\": []} | endpoints[0].policy.backoff \"(a list)\" (expected: an"
            + " object)",
        "\"policy\": {\"schedule\": []} | endpoints[0].policy.schedule \"0 entries\" (expected: 1"
            + " to 100 durations)",
        "\"policy\": {\"schedule\": [\"5s\", \"0s\"]} | endpoints[0].policy.schedule[1] \"0s\""
            + " (expected: from 1ms to 365d)",
        "\"policy\": {\"schedule\": [\"5s\", \"soon\"]} | endpoints[0].policy.schedule[1]"
            + " \"soon\" (expected: a whole number and a unit out of ms, s, m, h, d, such as 30s,"
            + " at most 365d)",
        "\"policy\": {\"retry\": [\"600\"]} | endpoints[0].policy.retry[0] \"600\" (expected: a"
            + " status such as 429 or a rising range such as 500-599, within 100-599)",
        "\"policy\": {\"retry\": [\"410\"]} | endpoints[0].policy.permanent \"410\" (expected: a"
            + " status that is not also in retry, 410)",
        "\"policy\": {\"permanent\": [\"200\"]} | endpoints[0].policy.permanent \"200\" (expected:"
            + " no 2xx, which is success)",
        "\"policy\": {\"breaker\": {\"failures\": 0}} | endpoints[0].policy.breaker.failures"
            + " \"0\" (expected: a whole number from 1 to 100000)",
        "\"policy\": {\"breaker\": {\"openFor\": \"11m\"}} |"
            + " endpoints[0].policy.breaker.openForCap \"10m\" (expected: from 11m to 365d)",
        "\"headers\": [] | endpoints[0].headers \"(a list)\" (expected: an object of at most 100"
            + " headers)",
        "\"headers\": {\"X Env\": \"a\"} | endpoints[0].headers \"X Env\" (expected: a header name"
            + " such as X-Env: at most 128 characters, no space or colon)",
        "\"headers\": {\"X-Env\": 1} | endpoints[0].headers.X-Env \"(not shown)\" (expected: a"
            + " text of at most 4096 printable ASCII characters)",
        "\"headers\": {\"X-Env\": \"a\\r\\nB: c\"} | endpoints[0].headers.X-Env \"(not shown)\""
            + " (expected: a text of at most 4096 printable ASCII characters)",
        "\"headers\": {\"X-Env\": \"a\", \"x-env\": \"b\"} | endpoints[0].headers \"x-env\""
            + " (expected: each header once, whatever its case)",
      })
  @Tag("R-X3")
  @Tag("R-R2")
  void isRefusedWithTheFieldsWholePath(String more, String message) {
    assertThatThrownBy(() -> parseEndpoint(more))
        .isInstanceOf(InvalidInputException.class)
        .hasMessage(message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "[] | subscriber \"(a list)\" (expected: an object)",
        "null | subscriber \"(nothing)\" (expected: an object)",
        "7 | subscriber \"(a number)\" (expected: an object)",
        "{} | id \"(missing)\" (expected: a text)",
        "{\"id\": null} | id \"(missing)\" (expected: a text)",
        "{\"id\": 7} | id \"7\" (expected: a text)",
        "{\"id\": \"\"} | id \"\" (expected: 1 to 128 of A-Z a-z 0-9 _ -)",
        "{\"id\": \"a.b\"} | id \"a.b\" (expected: 1 to 128 of A-Z a-z 0-9 _ -)",
        "{\"id\": \"a\", \"notify\": \"x y\"} | notify \"x y\" (expected: 1 to 128 of A-Z a-z 0-9"
            + " _ -)",
        "{\"id\": \"a\", \"url\": \"https://x\"} | field \"url\" (expected: one of endpoints, id,"
            + " notify)",
        "{\"id\": \"a\"} | endpoints \"0 endpoints\" (expected: at least one)",
        "{\"id\": \"a\", \"endpoints\": []} | endpoints \"0 endpoints\" (expected: at least one)",
        "{\"id\": \"a\", \"endpoints\": {}} | endpoints \"(an object)\" (expected: a list)",
        "{\"id\": \"a\", \"endpoints\": [\"https://x\"]} | endpoints[0] \"(a text)\" (expected: an"
            + " object)",
        "{\"id\": \"a\", \"endpoints\": [{}]} | endpoints[0].id \"(missing)\" (expected: a text)",
        "{\"id\": \"a\", \"endpoints\": [{\"id\": \"b\"}]} | endpoints[0].url \"(missing)\""
            + " (expected: a text)",
        "{\"id\": \"a\", \"endpoints\": [{\"id\": \"b\", \"url\": \"ftp://x\"}]} |"
            + " endpoints[0].url \"ftp://x\" (expected: a URL that starts with http:// or"
            + " https://)",
        "{\"id\": \"a\", \"endpoints\": [{\"id\": \"b\", \"url\": \"https://x\"}]} |"
            + " endpoints[0].secrets \"0 secrets\" (expected: 1 to 10)",
      })
  @Tag("R-X3")
  @Tag("R-R2")
  void isRefusedWhenTheWholeIsWrong(String json, String message) {
    assertThatThrownBy(() -> parse(json))
        .isInstanceOf(InvalidInputException.class)
        .hasMessage(message);
  }

  @Test
  @Tag("R-X3")
  void namesTheEndpointThatIsWrongByItsIndex() {
    assertThatThrownBy(
            () ->
                parse(
                    subscriber(
                        endpoint("a", ""), endpoint("b", ""), endpoint("c", "\"burst\": 0"))))
        .hasMessage("endpoints[2].burst \"0\" (expected: 1 to 1000000)");
    assertThatThrownBy(() -> parse(subscriber(endpoint("a", ""), endpoint("a", ""))))
        .hasMessage(
            "endpoints[1].id \"a\" (expected: an id that no other endpoint of the subscriber has)");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Content-Type",
        "content-length",
        "HOST",
        "Transfer-Encoding",
        "Connection",
        "User-Agent",
        "Webhook-Id",
        "webhook-signature",
        "WEBHOOK-TIMESTAMP",
        "Idempotency-Key",
        "X-Delivery-Attempt",
        "x-retry-reason",
        "Proxy-Authorization",
        "ce-id",
        "Ce-Anything"
      })
  @Tag("R-H5")
  void mayNotSetAHeaderThatIsBaridsOrTheClients(String name) {
    assertThatThrownBy(() -> parseEndpoint("\"headers\": {\"" + name + "\": \"x\"}"))
        .hasMessage(
            "endpoints[0].headers \""
                + name
                + "\" (expected: a header that neither Barid nor its HTTP client sets itself)");
  }

  @ParameterizedTest
  @ValueSource(strings = {"Authorization", "X-Env", "traceparent", "Accept", "webhook", "cex"})
  @Tag("R-H5")
  void maySetAnyOtherHeader(String name) {
    assertThat(parseEndpoint("\"headers\": {\"" + name + "\": \"\"}").target().headers())
        .containsEntry(name, "");
  }

  @Test
  @Tag("R-X3")
  void hasBoundedNumbersOfThings() {
    String headers =
        IntStream.range(0, 101)
            .mapToObj(i -> "\"X-" + i + "\": \"\"")
            .collect(Collectors.joining(","));
    String types =
        IntStream.range(0, 1_001).mapToObj(i -> "\"t" + i + "\"").collect(Collectors.joining(","));
    String endpoints =
        IntStream.range(0, 1_001).mapToObj(i -> "{}").collect(Collectors.joining(","));

    assertThatThrownBy(() -> parseEndpoint("\"headers\": {" + headers + "}"))
        .hasMessageStartingWith("endpoints[0].headers \"101 headers\"");
    assertThatThrownBy(() -> parseEndpoint("\"eventTypes\": [" + types + "]"))
        .hasMessageStartingWith("endpoints[0].eventTypes \"1001 patterns\"");
    assertThatThrownBy(() -> parse(subscriber(endpoints)))
        .hasMessageStartingWith("endpoints \"1001 endpoints\"");
    assertThatThrownBy(() -> parseEndpoint("\"headers\": {\"X\": \"" + "x".repeat(4_097) + "\"}"))
        .hasMessageStartingWith("endpoints[0].headers.X \"(not shown)\"");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "`` | subscriber \"(empty)\" (expected: a JSON object)",
        "`  ` | subscriber \"(empty)\" (expected: a JSON object)",
        "{\"id\": \"a\", \"id\": \"b\"} | field \"id\" (expected: each field of an object once)",
        "{\"id\": \"a\"}{} | subscriber \"line 1, column 12\" (expected: one JSON object, nothing"
            + " after it)",
        "{\"id\": a} | subscriber \"line 1, column 8\" (expected: JSON in UTF-8)",
        "{'id': 1} | subscriber \"line 1, column 2\" (expected: JSON in UTF-8)",
        "{\"n\": NaN} | subscriber \"line 1, column 10\" (expected: JSON in UTF-8)",
      })
  @Tag("R-X3")
  void isRefusedWhenItIsNoJsonAndSaysWhere(String json, String message) {
    assertThatThrownBy(() -> SubscriberJson.tree(bytes(json)))
        .isInstanceOf(InvalidInputException.class)
        .hasMessage(message);
  }

  @Test
  @Tag("R-X3")
  void isRefusedWhenItIsNoUtf8() {
    byte[] broken = {'{', '"', (byte) 0xFF, '"', ':', '1', '}'};

    assertThatThrownBy(() -> SubscriberJson.tree(broken))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageEndingWith("(expected: JSON in UTF-8)");
  }

  @Test
  @Tag("R-R2")
  @Tag("R-X3")
  void isNoBomb() {
    String deep = "[".repeat(100_000);
    String digits = "9".repeat(5_000);
    String expected =
        "subscriber \"(extreme)\" (expected: JSON at most 50 levels deep, with numbers of at most"
            + " 1000 digits)";

    assertThatThrownBy(() -> SubscriberJson.tree(bytes(deep))).hasMessage(expected);
    assertThatThrownBy(() -> SubscriberJson.readStored(bytes(deep))).hasMessage(expected);
    assertThatThrownBy(() -> parseEndpoint("\"burst\": " + digits)).hasMessage(expected);
    assertThatThrownBy(() -> SubscriberJson.tree(new byte[SubscriberJson.MAX_BYTES + 1]))
        .hasMessage("subscriber \"1048577 bytes\" (expected: at most 1048576 bytes)");
  }

  @Test
  @Tag("R-X3")
  void isRefusedWithANumberThatNoDoubleHolds() {
    assertThatThrownBy(() -> parseEndpoint("\"ratePerSecond\": " + "9".repeat(400)))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageStartingWith("endpoints[0].ratePerSecond \"Infinity\"");
  }

  @Test
  void isWrittenAsItWasTaken() {
    String json = subscriber(endpoint("a", "\"ratePerSecond\": 0.5"));

    assertThat(SubscriberJson.bytes(SubscriberJson.tree(bytes(json))))
        .isEqualTo(bytes(json.replace("\": ", "\":").replace(", \"", ",\"")));
  }

  private static Endpoint usable(Subscriber subscriber, String id) {
    return ((EndpointEntry.Usable) subscriber.endpoint(id).orElseThrow()).endpoint();
  }
}
