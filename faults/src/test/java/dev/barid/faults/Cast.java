package dev.barid.faults;

import dev.barid.faults.ledger.EndpointBehavior;
import dev.barid.faults.process.Ports;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The subscribers of a run, and what each is there to show. Policies are quick, so that every
 * delivery has come to its end soon after the traffic's.
 *
 * @param receiver the receiver's address, as {@code http://127.0.0.1:1234}
 */
record Cast(String receiver) {

  private static final String SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

  /** Retries until it succeeds, whatever goes on: no fault lasts that long. */
  private static final String PATIENT =
      """
      {"backoff": {"base": "1s", "cap": "4s"}, "maxAttempts": 40, "giveUpAfter": "30m",
       "timeout": "5s", "breaker": {"failures": 5, "openFor": "2s", "openForCap": "5s"}}""";

  /** Ends within a minute, also when it is parked. */
  private static final String BRIEF =
      """
      {"backoff": {"base": "1s", "cap": "4s"}, "maxAttempts": 3, "giveUpAfter": "40s",
       "timeout": "2s", "breaker": {"failures": 5, "openFor": "2s", "openForCap": "8s"}}""";

  /** Ends by its number of attempts: its breaker never opens. */
  private static final String COUNTED =
      """
      {"backoff": {"base": "1s", "cap": "2s"}, "maxAttempts": 3, "giveUpAfter": "30m",
       "timeout": "5s", "breaker": {"failures": 100000}}""";

  /** Each subscriber's id to its entry in the registry. */
  Map<String, String> entries() {
    Map<String, String> entries = new LinkedHashMap<>();
    put(entries, "steady", endpoint("ok", new EndpointBehavior.Healthy(), PATIENT, "*"));
    put(entries, "flaky", endpoint("fails", new EndpointBehavior.Flaky(0.2), PATIENT, "*"));
    put(
        entries,
        "slow",
        endpoint("waits", new EndpointBehavior.Slow(Duration.ofMillis(700)), PATIENT, "*"));
    put(
        entries,
        "fan",
        endpoint("all", new EndpointBehavior.Healthy(), PATIENT, "*"),
        endpoint("orders", new EndpointBehavior.Flaky(0.3), PATIENT, "order.*"),
        endpoint("users", new EndpointBehavior.Slow(Duration.ofMillis(300)), PATIENT, "user.*"));
    put(entries, "hanging", endpoint("hangs", new EndpointBehavior.Hanging(), BRIEF, "*"));
    put(entries, "closing", endpoint("closes", new EndpointBehavior.Closing(), BRIEF, "*"));
    put(entries, "refusing", endpointAt("nobody", nobody(), BRIEF, "*"));
    put(entries, "wrong", endpoint("says400", new EndpointBehavior.Answering(400), BRIEF, "*"));
    put(entries, "broken", endpoint("says500", new EndpointBehavior.Answering(500), COUNTED, "*"));
    return entries;
  }

  /** What the producer sends: most of it to those that are well. */
  Map<String, List<String>> types() {
    Map<String, List<String>> types = new LinkedHashMap<>();
    entries().keySet().forEach(id -> types.put(id, List.of("order.created")));
    types.put("steady", List.of("order.created", "order.paid", "user.created", "user.left"));
    types.put("flaky", List.of("order.created", "order.paid"));
    types.put("fan", List.of("order.created", "user.created"));
    return types;
  }

  private static void put(Map<String, String> entries, String id, String... endpoints) {
    entries.put(
        id, "{\"id\": \"%s\", \"endpoints\": [%s]}".formatted(id, String.join(", ", endpoints)));
  }

  private String endpoint(String id, EndpointBehavior behavior, String policy, String types) {
    return endpointAt(id, receiver + behavior.target(id), policy, types);
  }

  private static String endpointAt(String id, String url, String policy, String types) {
    return """
        {"id": "%s", "url": "%s", "secrets": ["%s"], "eventTypes": ["%s"], "policy": %s}"""
        .formatted(id, url, SECRET, types, policy);
  }

  private static String nobody() {
    return "http://127.0.0.1:" + Ports.free() + "/nobody";
  }
}
