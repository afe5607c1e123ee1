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

  private PolicyJson() {}

  static Policy read(String path, JsonNode node) {
    if (node.isString()) {
      return Policy.preset(node.stringValue())
          .orElseThrow(
              () ->
                  new InvalidInputException(
                      path, node.stringValue(), String.join(", ", Policy.presetNames())));
    }
    JsonFields fields = JsonFields.of(path, node, POLICY_KEYS);
    Policy standard = Policy.STANDARD;
    return new Policy(
        spacing(fields),
        fields.integer("maxAttempts", standard.maxAttempts()),
        fields.duration("giveUpAfter", standard.giveUpAfter()),
        fields.duration("timeout", standard.timeout()),
        fields.integer("notFoundAttempts", standard.notFoundAttempts()),
        new StatusRules(
            statuses(fields, "retry", standard.statusRules().retry()),
            statuses(fields, "permanent", standard.statusRules().permanent())),
        breaker(fields));
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
    if (!schedule.isEmpty()) {
      List<Duration> waits = new ArrayList<>();
      for (int i = 0; i < schedule.size(); i++) {
        waits.add(Durations.parse(fields.path("schedule") + "[" + i + "]", schedule.get(i)));
      }
      return new Schedule(waits, jitter);
    }
    return new Backoff(
        backoff
            .map(own -> own.duration("base", STANDARD_BACKOFF.base()))
            .orElse(STANDARD_BACKOFF.base()),
        backoff
            .map(own -> own.duration("cap", STANDARD_BACKOFF.cap()))
            .orElse(STANDARD_BACKOFF.cap()),
        jitter);
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
    BreakerPolicy standard = BreakerPolicy.STANDARD;
    return fields
        .node("breaker")
        .map(node -> JsonFields.of(fields.path("breaker"), node, BREAKER_KEYS))
        .map(
            own ->
                new BreakerPolicy(
                    own.integer("failures", standard.failures()),
                    own.duration("openFor", standard.openFor()),
                    own.duration("openForCap", standard.openForCap())))
        .orElse(standard);
  }
}
