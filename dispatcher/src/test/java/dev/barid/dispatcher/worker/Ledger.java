package dev.barid.dispatcher.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.barid.core.attempt.AttemptEntry;
import dev.barid.core.delivery.HeaderNames;
import dev.barid.core.delivery.SourceRecord;
import dev.barid.core.delivery.TopicRecord;
import dev.barid.core.topic.Topics;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * What committed transactions say of each delivery: every step of it follows the one before, and
 * after its end nothing comes. A step that is written twice fails here.
 */
final class Ledger {

  /** How far a delivery has come, by what is committed. */
  private static final class Line {
    private int attempts;
    private int deferrals;
    private int hops;
    private boolean ended;

    @Override
    public String toString() {
      return attempts + " attempts, " + deferrals + " deferrals" + (ended ? ", ended" : "");
    }
  }

  /** What one transaction writes of one delivery. */
  private static final class Step {
    private @Nullable AttemptEntry attempt;
    private @Nullable TopicRecord waiting;
    private @Nullable TopicRecord dead;
  }

  private final Topics topics;
  private final Map<String, SimulatedEvent> events = new HashMap<>();
  private final Map<String, Map<String, Line>> lines = new TreeMap<>();

  /** Events that ended, or were moved, as a whole; by what became of them. */
  private final Set<String> malformed = new HashSet<>();

  private final Set<String> moved = new HashSet<>();
  private final Set<String> refused = new HashSet<>();

  /** Deliveries that were lost with their topic. */
  private final Set<String> lost = new HashSet<>();

  Ledger(Topics topics) {
    this.topics = topics;
  }

  void produced(SimulatedEvent event) {
    events.put(event.id(), event);
  }

  SimulatedEvent event(String id) {
    return known(id);
  }

  /** Checks what a committed transaction wrote, and enters it. */
  void committed(List<TopicRecord> records) {
    Map<String, Step> steps = new LinkedHashMap<>();
    for (TopicRecord output : records) {
      if (output.topic().equals(topics.attempts())) {
        AttemptEntry entry =
            AttemptEntry.fromJson(output.value() == null ? new byte[0] : output.value())
                .orElseThrow();
        Step step = step(steps, entry.eventId(), entry.endpoint());
        assertThat(step.attempt).as("two attempts in one step: %s", entry).isNull();
        step.attempt = entry;
        continue;
      }
      if (output.topic().equals(topics.endpointHealth())
          || output.topic().equals(topics.notices())
          || text(output.headers(), "sim").isEmpty()) {
        continue;
      }
      String id = text(output.headers(), "sim").orElseThrow();
      Optional<String> endpoint = text(output.headers(), HeaderNames.ENDPOINT);
      if (endpoint.isEmpty()) {
        wholeEvent(id, output);
      } else if (output.topic().equals(topics.dlq())) {
        Step step = step(steps, id, endpoint.get());
        assertThat(step.dead).as("two dead letters of %s", id).isNull();
        step.dead = output;
      } else {
        Step step = step(steps, id, endpoint.get());
        assertThat(step.waiting).as("two retries of %s", id).isNull();
        step.waiting = output;
      }
    }
    steps.forEach(this::enter);
  }

  /** Whether the committed outcomes answer the record; empty if it has none that could tell. */
  Optional<Boolean> isFinished(SourceRecord source) {
    String id = text(source.headers(), "sim").orElseThrow();
    SimulatedEvent event = known(id);
    if (event.malformed()) {
      return Optional.of(malformed.contains(id));
    }
    if (event.foreign() && source.topic().equals(topics.events())) {
      return Optional.of(moved.contains(id));
    }
    Map<String, Line> ofEvent = lines.getOrDefault(id, Map.of());
    Optional<String> endpoint = text(source.headers(), HeaderNames.ENDPOINT);
    if (endpoint.isEmpty()) {
      return event.endpoints().isEmpty() && !event.refusable()
          ? Optional.empty()
          : Optional.of(
              refused.contains(id)
                  || (!event.endpoints().isEmpty()
                      && ofEvent.keySet().containsAll(event.endpoints())));
    }
    Line line = ofEvent.get(endpoint.get());
    return Optional.of(
        line != null
            && (line.ended || line.hops > number(source.headers(), SimulatedScheduler.HOP)));
  }

  /** A record was lost with its topic, through no fault of the dispatcher. */
  void lost(SourceRecord source) {
    String id = text(source.headers(), "sim").orElseThrow();
    SimulatedEvent event = known(id);
    malformed.add(id);
    moved.add(id);
    Set<String> endpoints =
        text(source.headers(), HeaderNames.ENDPOINT).map(Set::of).orElse(event.endpoints());
    for (String endpoint : endpoints) {
      lost.add(id + "/" + endpoint);
      lines
              .computeIfAbsent(id, absent -> new TreeMap<>())
              .computeIfAbsent(endpoint, absent -> new Line())
              .ended =
          true;
    }
  }

  boolean isLost(String id, String endpoint) {
    return lost.contains(id + "/" + endpoint);
  }

  /** Fails unless every event has ended for each of its endpoints. */
  void checkAllEnded() {
    for (SimulatedEvent event : events.values()) {
      if (event.malformed()) {
        assertThat(malformed).contains(event.id());
        continue;
      }
      if (refused.contains(event.id())) {
        continue;
      }
      assertThat(event.refusable() && event.endpoints().isEmpty() && !isLost(event)).isFalse();
      Map<String, Line> ofEvent = lines.getOrDefault(event.id(), Map.of());
      assertThat(ofEvent.keySet()).as("%s", event).containsAll(event.endpoints());
      assertThat(ofEvent.values()).as("%s: %s", event, ofEvent).allMatch(line -> line.ended);
    }
  }

  /** Whether it was lost before it had a step. */
  private boolean isLost(SimulatedEvent event) {
    return malformed.contains(event.id());
  }

  private void wholeEvent(String id, TopicRecord output) {
    SimulatedEvent event = known(id);
    if (output.topic().equals(topics.redeliveries())) {
      assertThat(event.foreign()).as("moved: %s", event).isTrue();
      assertThat(output.partition()).hasValue(event.home());
      assertThat(moved.add(id)).as("moved once: %s", event).isTrue();
      return;
    }
    assertThat(output.topic()).isEqualTo(topics.dlq());
    if (event.malformed()) {
      assertThat(malformed.add(id)).as("dead once: %s", event).isTrue();
      return;
    }
    assertThat(event.refusable()).as("refused: %s", event).isTrue();
    assertThat(lines).as("refused after a step: %s", event).doesNotContainKey(id);
    assertThat(refused.add(id)).as("refused once: %s", event).isTrue();
  }

  private void enter(String key, Step step) {
    String id = key.substring(0, key.indexOf('/'));
    String endpoint = key.substring(key.indexOf('/') + 1);
    assertThat(refused).as("a step after the event was refused").doesNotContain(id);
    Line line =
        lines
            .computeIfAbsent(id, absent -> new TreeMap<>())
            .computeIfAbsent(endpoint, absent -> new Line());
    assertThat(line.ended).as("a step of %s after its end (%s)", key, line).isFalse();
    int attempts = line.attempts;
    if (step.attempt != null) {
      attempts++;
      assertThat(step.attempt.attempt()).as("attempts of %s (%s)", key, line).isEqualTo(attempts);
    }
    TopicRecord waiting = step.waiting;
    if (waiting != null) {
      assertThat(step.dead).as("%s waits and is dead", key).isNull();
      assertThat(number(waiting.headers(), SimulatedScheduler.HOP)).as(key).isEqualTo(line.hops);
      line.hops++;
      int deferrals = step.attempt == null ? line.deferrals + 1 : 0;
      if (waiting.topic().equals(topics.parked())) {
        assertThat(step.attempt).as("%s is parked after an attempt", key).isNull();
        deferrals = line.deferrals;
      }
      assertThat(number(waiting.headers(), HeaderNames.ATTEMPT)).as(key).isEqualTo(attempts);
      assertThat(number(waiting.headers(), HeaderNames.DEFERRALS)).as(key).isEqualTo(deferrals);
      line.deferrals = deferrals;
    } else {
      line.ended = true;
      if (step.dead == null) {
        AttemptEntry last = step.attempt;
        assertThat(last == null ? "" : last.outcome()).as(key).isEqualTo("delivered");
      }
    }
    line.attempts = attempts;
  }

  private SimulatedEvent known(String id) {
    SimulatedEvent event = events.get(id);
    if (event == null) {
      return fail("unknown event %s", id);
    }
    return event;
  }

  private static Step step(Map<String, Step> steps, String id, String endpoint) {
    return steps.computeIfAbsent(id + "/" + endpoint, absent -> new Step());
  }

  static Optional<String> text(Headers headers, String name) {
    Header header = headers.lastHeader(name);
    return header == null
        ? Optional.empty()
        : Optional.of(new String(header.value(), StandardCharsets.UTF_8));
  }

  static int number(Headers headers, String name) {
    return text(headers, name).map(Integer::parseInt).orElse(0);
  }

  @Override
  public String toString() {
    return lines.entrySet().stream()
        .filter(entry -> entry.getValue().values().stream().anyMatch(line -> !line.ended))
        .map(entry -> entry.getKey() + entry.getValue())
        .collect(Collectors.joining(", "));
  }
}
