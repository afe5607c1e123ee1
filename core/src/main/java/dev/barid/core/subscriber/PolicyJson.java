package dev.barid.core.subscriber;

import dev.barid.core.policy.Backoff;
import dev.barid.core.policy.BreakerPolicy;
import dev.barid.core.policy.Jitter;
import dev.barid.core.policy.Policy;
import dev.barid.core.policy.Schedule;
import dev.barid.core.policy.Spacing;
import dev.barid.core.policy.StatusRules;
import dev.barid.core.policy.StatusSet;
import dev.barid.core.text.Durations;
import dev.barid.core.text.InvalidInputException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/** Reads a policy: a preset's name, or an object whose missing keys are those of the standard. */
final class PolicyJson {

  private static final Set<String> POLICY_KEYS =
      Set.of(
          "backoff",
          "schedule",
          "maxAttempts",
          "giveUpAfter",
          "timeout",
          "notFoundAttempts",
          "retry",
          "permanent",
          "breaker");
  private static final Set<String> BACKOFF_KEYS = Set.of("base", "cap", "jitter");
  private static final Set<String> BREAKER_KEYS = Set.of("failures", "openFor", "openForCap");

  private static final Backoff STANDARD_BACKOFF = (Backoff) Policy.STANDARD.spacing();

  private static final String EXPECTED = String.join(", ", Policy.presetNames()) + ", or an object";

  private PolicyJson() {}

  static Policy read(String path, JsonNode node) {
    if (node.isString()) {
      return Policy.preset(node.stringValue())
          .orElseThrow(() -> new InvalidInputException(path, node.stringValue(), EXPECTED));
    }
    if (!node.isObject()) {
      throw new InvalidInputException(path, JsonFields.kind(node), EXPECTED);
    }
    JsonFields fields = JsonFields.of(path, node, POLICY_KEYS);
    Policy standard = Policy.STANDARD;
    Spacing spacing = spacing(fields);
    int maxAttempts = fields.integer("maxAttempts", standard.maxAttempts());
    Duration giveUpAfter = fields.duration("giveUpAfter", standard.giveUpAfter());
    Duration timeout = fields.duration("timeout", standard.timeout());
    int notFoundAttempts = fields.integer("notFoundAttempts", standard.notFoundAttempts());
    StatusSet retry = statuses(fields, "retry", standard.statusRules().retry());
    StatusSet permanent = statuses(fields, "permanent", standard.statusRules().permanent());
    BreakerPolicy breaker = breaker(fields);
    return fields.made(
        () ->
            new Policy(
                spacing,
                maxAttempts,
                giveUpAfter,
                timeout,
                notFoundAttempts,
                new StatusRules(retry, permanent),
                breaker));
  }

  private static Spacing spacing(JsonFields fields) {
    Optional<JsonFields> backoff =
        fields
            .node("backoff")
            .map(node -> JsonFields.of(fields.path("backoff"), node, BACKOFF_KEYS));
    Jitter jitter =
        backoff
            .flatMap(own -> own.text("jitter").map(text -> jitter(own.path("jitter"), text)))
            .orElse(STANDARD_BACKOFF.jitter());
    List<String> schedule = fields.texts("schedule");
    if (fields.node("schedule").isPresent()) {
      List<Duration> waits = new ArrayList<>();
      for (int i = 0; i < schedule.size(); i++) {
        waits.add(Durations.parse(fields.path("schedule") + "[" + i + "]", schedule.get(i)));
      }
      return fields.made(() -> new Schedule(waits, jitter));
    }
    Duration base =
        backoff
            .map(own -> own.duration("base", STANDARD_BACKOFF.base()))
            .orElse(STANDARD_BACKOFF.base());
    Duration cap =
        backoff
            .map(own -> own.duration("cap", STANDARD_BACKOFF.cap()))
            .orElse(STANDARD_BACKOFF.cap());
    return fields.made(() -> new Backoff(base, cap, jitter));
  }

  private static Jitter jitter(String path, String text) {
    return Jitter.fromWire(text)
        .orElseThrow(
            () ->
                new InvalidInputException(
                    path,
                    text,
                    Arrays.stream(Jitter.values())
                        .map(Jitter::wireName)
                        .collect(Collectors.joining(", "))));
  }

  private static StatusSet statuses(JsonFields fields, String name, StatusSet standard) {
    return fields
        .node(name)
        .map(given -> StatusSet.parse(fields.path(name), fields.texts(name)))
        .orElse(standard);
  }

  private static BreakerPolicy breaker(JsonFields fields) {
    return fields
        .node("breaker")
        .map(node -> JsonFields.of(fields.path("breaker"), node, BREAKER_KEYS))
        .map(own -> breaker(fields, own))
        .orElse(BreakerPolicy.STANDARD);
  }

  private static BreakerPolicy breaker(JsonFields policy, JsonFields own) {
    BreakerPolicy standard = BreakerPolicy.STANDARD;
    int failures = own.integer("failures", standard.failures());
    Duration openFor = own.duration("openFor", standard.openFor());
    Duration openForCap = own.duration("openForCap", standard.openForCap());
    return policy.made(() -> new BreakerPolicy(failures, openFor, openForCap));
  }
}
