package dev.barid.dispatcher.metrics;

import dev.barid.core.health.Breaker;
import dev.barid.core.health.EndpointHealth;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;

/**
 * How many endpoints have their breaker in which state, and the moves between. Endpoints of which
 * nothing bad is known aren't counted: theirs are closed.
 */
final class BreakerMetrics {

  private static final List<String> STATES = List.of("closed", "open", "half-open");

  private final MeterRegistry registry;
  private final Map<String, LongAdder> counts = new HashMap<>();

  BreakerMetrics(MeterRegistry registry) {
    this.registry = registry;
    for (String state : STATES) {
      LongAdder count = new LongAdder();
      counts.put(state, count);
      Gauge.builder("barid.circuit.state", count, LongAdder::sum)
          .tag("state", state)
          .register(registry);
    }
  }

  void moved(Optional<EndpointHealth> before, Optional<EndpointHealth> after) {
    Optional<String> from = before.map(EndpointHealth::breaker).map(Breaker::wireName);
    Optional<String> to = after.map(EndpointHealth::breaker).map(Breaker::wireName);
    from.ifPresent(state -> add(state, -1));
    to.ifPresent(state -> add(state, 1));
    if (after.isPresent() && !from.orElse("closed").equals(to.orElse("closed"))) {
      registry
          .counter(
              "barid.circuit.transitions", "from", from.orElse("closed"), "to", to.orElse("closed"))
          .increment();
    }
  }

  private void add(String state, int by) {
    LongAdder count = counts.get(state);
    if (count != null) {
      count.add(by);
    }
  }
}
