package dev.barid.scheduler;

import static dev.barid.scheduler.ParkingBench.ORDERS;
import static dev.barid.scheduler.ParkingBench.OTHER;
import static dev.barid.scheduler.ParkingBench.TICK;
import static dev.barid.scheduler.ParkingBench.closed;
import static org.assertj.core.api.Assertions.assertThat;

import dev.barid.core.health.Breaker;
import dev.barid.core.health.EndpointHealth;
import dev.barid.core.health.Parked;
import dev.barid.core.health.ProbeSent;
import dev.barid.core.health.Release;
import dev.barid.core.health.ReleaseRule;
import dev.barid.core.subscriber.EndpointKey;
import dev.barid.scheduler.ParkingBench.Sent;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Deliveries, health, tombstones, restarts, in any order: what is released is what a model allows
 * that looks at every delivery on its own, each once, and in the end all.
 */
class ParkingSimulationTest {

  private static final List<EndpointKey> ENDPOINTS =
      List.of(ORDERS, OTHER, new EndpointKey("acm", "e-orders"));
  private static final double RATE = 40;

  /** What the model knows of an endpoint. */
  private static final class Known {
    @Nullable EndpointHealth health;
    @Nullable ProbeSent probe;
    final Set<String> free = new HashSet<>();
    final Map<String, Parked> parked = new HashMap<>();
    final List<Instant> paced = new ArrayList<>();
    long version;
  }

  @Test
  @Tag("R-D1")
  @Tag("R-I4")
  void whateverHappensInWhateverOrder() {
    Seeded.runs(40, this::matchesTheModel);
  }

  private void matchesTheModel(Random random) {
    ParkingBench bench = new ParkingBench(new DrainLimit(50, Duration.ofHours(1)));
    Map<EndpointKey, Known> model = new HashMap<>();
    Map<String, EndpointKey> owners = new HashMap<>();
    ENDPOINTS.forEach(endpoint -> model.put(endpoint, new Known()));
    bench.onSent =
        sent -> {
          EndpointKey endpoint = owners.remove(sent.body());
          assertThat(endpoint).as("%s is released once", sent.body()).isNotNull();
          check(Objects.requireNonNull(model.get(Objects.requireNonNull(endpoint))), sent);
        };
    for (int step = 0; step < 400; step++) {
      EndpointKey endpoint = ENDPOINTS.get(random.nextInt(ENDPOINTS.size()));
      Known known = Objects.requireNonNull(model.get(endpoint));
      switch (random.nextInt(10)) {
        case 0, 1, 2, 3, 4 -> {
          String body = Integer.toString(step);
          Duration giveUpIn = Duration.ofMillis(random.nextInt(200_000) - 1_000);
          long version = Math.max(0, known.version + random.nextInt(4) - 2);
          owners.put(body, endpoint);
          known.parked.put(body, new Parked(version, bench.now, bench.now.plus(giveUpIn)));
          bench.park(endpoint, body, version, giveUpIn);
        }
        case 5 -> hear(bench, endpoint, known, bench.open(known.version + 1, openFor(random)));
        case 6 -> hear(bench, endpoint, known, closed(known.version + 1, RATE));
        case 7 -> {
          bench.pass(TICK.multipliedBy(3 + random.nextInt(400)));
          model.values().forEach(each -> checkNothingIsOverdue(each, bench.now));
        }
        case 8 -> {
          if (random.nextInt(3) == 0) {
            known.health = null;
            known.probe = null;
            known.version = 0;
            known.free.addAll(known.parked.keySet());
            bench.forget(endpoint);
          } else {
            hear(bench, endpoint, known, bench.paused(known.version + 1));
          }
        }
        default -> bench.restart();
      }
    }
    bench.pass(Duration.ofSeconds(210));
    assertThat(owners).isEmpty();
    assertThat(bench.lot.count()).isZero();
    assertThat(bench.lot.nextMs()).isEqualTo(Long.MAX_VALUE);
  }

  private static Duration openFor(Random random) {
    return Duration.ofMillis(100 + random.nextInt(20_000));
  }

  private static void hear(
      ParkingBench bench, EndpointKey endpoint, Known known, EndpointHealth health) {
    known.health = health;
    known.version = health.version();
    if (health.holds()) {
      known.free.clear();
    }
    bench.hear(endpoint, health);
  }

  private static void check(Known known, Sent sent) {
    Parked parked = Objects.requireNonNull(known.parked.remove(sent.body()));
    Release allowed =
        ReleaseRule.decide(
            parked, Optional.ofNullable(known.health), Optional.ofNullable(known.probe), sent.at());
    boolean free = known.free.remove(sent.body());
    boolean freed = free && !(allowed instanceof Release.Expired);
    assertThat(sent.why()).isEqualTo(freed ? new Release.Now() : allowed);
    if (sent.why() instanceof Release.AsProbe probe) {
      known.probe = new ProbeSent(probe.version(), sent.at());
    }
    if (sent.why() instanceof Release.Now) {
      checkPace(known, sent.at());
    }
  }

  /** In no second more than two seconds' worth go: one that was saved up, and one that is new. */
  private static void checkPace(Known known, Instant at) {
    known.paced.add(at);
    known.paced.removeIf(before -> before.isBefore(at.minusSeconds(1)));
    assertThat(known.paced.size()).isLessThanOrEqualTo((int) (2 * ParkedEndpoint.DEFAULT_RATE) + 2);
  }

  private static void checkNothingIsOverdue(Known known, Instant now) {
    Instant late = now.minus(TICK.multipliedBy(2));
    assertThat(known.parked.values())
        .allSatisfy(parked -> assertThat(parked.giveUpAt()).isAfter(late));
    EndpointHealth health = known.health;
    if (health != null && health.breaker() instanceof Breaker.Open && !known.parked.isEmpty()) {
      boolean allAreKnown =
          known.parked.values().stream().allMatch(parked -> parked.version() <= health.version());
      Optional<Instant> probeAt = ReleaseRule.nextProbeAt(health, Optional.ofNullable(known.probe));
      if (allAreKnown && probeAt.isPresent()) {
        assertThat(probeAt.get()).as("the next probe is not late").isAfter(late);
      }
    }
  }
}
