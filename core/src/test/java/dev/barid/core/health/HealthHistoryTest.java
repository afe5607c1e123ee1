package dev.barid.core.health;

import static org.assertj.core.api.Assertions.assertThat;

import dev.barid.core.Seeded;
import dev.barid.core.health.Breaker.Open;
import dev.barid.core.health.HealthStep.Change;
import dev.barid.core.policy.BreakerPolicy;
import dev.barid.core.subscriber.EndpointState;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Random histories of an endpoint, its owner and their crashes; looked at after each step. */
@DisplayName("Whatever happens to an endpoint")
class HealthHistoryTest {
  private static final int STEPS = 400;

  private record InFlight(OptionalLong probe) {}

  private static final class History {
    private final Random random;
    private final BreakerPolicy policy;
    private final HealthRules rules;
    private final List<InFlight> inFlight = new ArrayList<>();
    private final List<Instant> probes = new ArrayList<>();
    private Instant now = Instant.parse("2026-01-01T00:00:00Z");
    private EndpointHealth health = EndpointHealth.unknown(0, 10);
    private EndpointHealth written = health;
    private long resumes;

    History(Random random) {
      this.random = random;
      Duration openFor = Duration.ofMillis(1 + random.nextInt(60_000));
      Duration cap = openFor.multipliedBy(1 + random.nextInt(40));
      this.policy = new BreakerPolicy(1 + random.nextInt(6), openFor, cap);
      this.rules = new HealthRules(policy, 10);
    }

    void step() {
      now = now.plusMillis(random.nextInt(5) == 0 ? random.nextInt(120_000) : random.nextInt(500));
      int what = random.nextInt(100);
      if (what < 45) {
        arrives();
      } else if (what < 90) {
        ends();
      } else if (what < 95) {
        registryChanges();
      } else {
        crashes();
      }
      checkInvariants();
    }

    private void arrives() {
      Admission admission = health.admission(now);
      if (admission instanceof Admission.Probe probe) {
        assertThat(probesOut()).as("probes out").isZero();
        probes.add(now);
        health = health.probing();
        inFlight.add(new InFlight(OptionalLong.of(probe.version())));
      } else if (admission instanceof Admission.Pass) {
        inFlight.add(new InFlight(OptionalLong.empty()));
      } else {
        assertThat(((Admission.Park) admission).version()).isEqualTo(written.version());
      }
    }

    private void ends() {
      if (inFlight.isEmpty()) {
        return;
      }
      InFlight ended = inFlight.remove(random.nextInt(inFlight.size()));
      if (random.nextInt(20) == 0) {
        ended.probe().ifPresent(version -> health = health.withdrawn(version));
        return;
      }
      Signal signal = signal();
      boolean wasProbe = health.isProbe(ended.probe());
      EndpointHealth before = health;
      take(rules.after(health, signal, ended.probe(), now));
      if (signal == Signal.SUCCESS) {
        assertThat(health.breaker()).as("after a success").isEqualTo(Breaker.HEALTHY);
      }
      if (wasProbe && signal == Signal.FAILURE) {
        Duration was = before.openPeriod().orElseThrow().openFor();
        Duration is = health.openPeriod().orElseThrow().openFor();
        Duration doubled = was.multipliedBy(2);
        assertThat(is)
            .isEqualTo(doubled.compareTo(policy.openForCap()) > 0 ? policy.openForCap() : doubled);
      }
    }

    private Signal signal() {
      int what = random.nextInt(100);
      if (what < 15) {
        return Signal.SUCCESS;
      }
      if (what < 75) {
        return Signal.FAILURE;
      }
      return what < 85 ? Signal.NEUTRAL : what < 98 ? Signal.REFUSAL : Signal.GONE;
    }

    private void registryChanges() {
      EndpointState state = EndpointState.values()[random.nextInt(EndpointState.values().length)];
      resumes += random.nextBoolean() ? 1 : 0;
      take(rules.inLineWith(health, state, resumes, now));
      if (state == EndpointState.DISABLED) {
        assertThat(health.holds()).isFalse();
      }
      assertThat(rules.inLineWith(health, state, resumes, now))
          .as("asked twice")
          .isEqualTo(new HealthStep(health, Optional.empty()));
    }

    /** All that is known after it is what was written. */
    private void crashes() {
      inFlight.clear();
      health = HealthJson.read(HealthJson.write(written)).orElseThrow();
      assertThat(health).isEqualTo(written);
    }

    private void take(HealthStep step) {
      assertThat(step.health().version())
          .isEqualTo(health.version() + (step.change().isPresent() ? 1 : 0));
      if (step.change().isPresent()) {
        assertThat(step.health()).isEqualTo(step.health().stored());
        written = step.health();
      } else {
        assertThat(step.health().holds()).isEqualTo(health.holds());
        assertThat(step.health().nextProbeAt()).isEqualTo(health.nextProbeAt());
      }
      if (step.change().filter(change -> change == Change.CLOSED).isPresent()) {
        assertThat(step.health().openPeriod()).isEmpty();
      }
      health = step.health();
    }

    private long probesOut() {
      return inFlight.stream().filter(one -> health.isProbe(one.probe())).count();
    }

    private void checkInvariants() {
      boolean probing = health.breaker() instanceof Breaker.HalfOpen;
      assertThat(probesOut()).as("probes out").isEqualTo(probing ? 1 : 0);
      assertThat(probing && health.pause().isPresent()).isFalse();
      Optional<Open> open = health.openPeriod();
      open.ifPresent(
          period -> assertThat(period.openFor()).isBetween(policy.openFor(), policy.openForCap()));
      assertThat(health.version()).isEqualTo(written.version());
      assertThat(health.holds()).isEqualTo(written.holds());
      assertThat(health.nextProbeAt()).isEqualTo(written.nextProbeAt());
    }
  }

  @Test
  @Tag("R-I3")
  @Tag("R-I4")
  void oneProbeAtATimeIsOutVersionsRiseAndASuccessCloses() {
    Seeded.runs(
        150,
        random -> {
          History history = new History(random);
          for (int i = 0; i < STEPS; i++) {
            history.step();
          }
        });
  }

  @Test
  @Tag("R-I4")
  void aDeadEndpointWithABacklogCostsOneAttemptPerInterval() {
    Seeded.runs(
        50,
        random -> {
          BreakerPolicy policy =
              new BreakerPolicy(5, Duration.ofSeconds(30), Duration.ofMinutes(10));
          HealthRules rules = new HealthRules(policy, 10);
          EndpointHealth health = EndpointHealth.unknown(0, 10);
          Instant start = Instant.parse("2026-01-01T00:00:00Z");
          Instant now = start;
          int attempts = 0;
          while (now.isBefore(start.plus(Duration.ofHours(1)))) {
            now = now.plusMillis(random.nextInt(200));
            Admission admission = health.admission(now);
            if (admission instanceof Admission.Probe probe) {
              attempts++;
              now = now.plusMillis(random.nextInt(15_000));
              OptionalLong probed = OptionalLong.of(probe.version());
              health = rules.after(health.probing(), Signal.FAILURE, probed, now).health();
            } else if (admission instanceof Admission.Pass) {
              attempts++;
              health = rules.after(health, Signal.FAILURE, OptionalLong.empty(), now).health();
            }
          }
          // 5 to open it; probes after 30 s, 1, 2, 4, 8 and then every 10 min: 9 in an hour, or 8
          // if they take long.
          assertThat(attempts).isBetween(5 + 8, 5 + 9);
        });
  }
}
