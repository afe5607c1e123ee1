package dev.barid.dispatcher.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Objects;
import java.util.Queue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** All deadlines of a client are watched by one timer. */
class DeadlinesTest {
  @RegisterExtension final Sending sending = new Sending();

  private final Queue<Runnable> timers = new ArrayDeque<>();
  private final Deadlines deadlines = new Deadlines((ms, tick) -> timers.add(tick));

  private Attempt attempt() {
    OutgoingRequest request = Sending.request("http://127.0.0.1:1/", "{}", Duration.ofSeconds(20));
    return new Attempt(sending.client(), request, result -> {});
  }

  private void tick() {
    Objects.requireNonNull(timers.poll()).run();
  }

  @Test
  void oneTimerIsEnoughHoweverOftenAttemptsComeAndGo() {
    for (int i = 0; i < 100; i++) {
      Attempt attempt = attempt();
      deadlines.add(attempt);
      deadlines.remove(attempt);
    }
    assertThat(timers).hasSize(1);
    deadlines.add(attempt());
    tick();
    assertThat(timers).hasSize(1);
  }

  @Test
  void whileNothingIsInFlightNoTimerRuns() {
    Attempt attempt = attempt();
    deadlines.add(attempt);
    tick();
    deadlines.remove(attempt);
    tick();
    assertThat(timers).isEmpty();

    deadlines.add(attempt);
    assertThat(timers).hasSize(1);
  }
}
