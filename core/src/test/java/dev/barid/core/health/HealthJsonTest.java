package dev.barid.core.health;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.barid.core.Seeded;
import dev.barid.core.health.Breaker.Closed;
import dev.barid.core.health.Breaker.Open;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("Health as the topic has it")
class HealthJsonTest {
  private static final Instant T0 = Instant.parse("2026-01-01T00:00:00.123Z");
  private static final EndpointHealth OPEN =
      new EndpointHealth(
          7,
          new Open(T0, Duration.ofSeconds(60), T0.plusSeconds(90)),
          3,
          Optional.empty(),
          1_700_000_000_000L,
          12.5);

  private static String written(EndpointHealth health) {
    return new String(HealthJson.write(health), UTF_8);
  }

  private static Optional<EndpointHealth> read(String json) {
    return HealthJson.read(json.getBytes(UTF_8));
  }

  @Test
  void hasTheFieldsOfTheContract() {
    assertThat(written(OPEN))
        .isEqualTo(
            "{\"version\":7,\"breaker\":\"open\",\"streak\":0,\"permanentStreak\":3,"
                + "\"openedAt\":\"2026-01-01T00:00:00.123Z\",\"openFor\":\"1m\","
                + "\"openUntil\":\"2026-01-01T00:01:30.123Z\","
                + "\"nextProbeAt\":\"2026-01-01T00:01:30.123Z\",\"releaseRate\":12.5,"
                + "\"resumeGeneration\":1700000000000}");
    assertThat(written(OPEN.with(Optional.of(new Pause(T0, PauseReason.PERMANENT_FAILURES)))))
        .contains("\"pausedSince\":\"2026-01-01T00:00:00.123Z\"")
        .contains("\"reason\":\"permanent-failures\"")
        .doesNotContain("nextProbeAt");
  }

  @Test
  void isReadBackAsItWasWritten() {
    Seeded.runs(
        500,
        random -> {
          Instant at = T0.plusMillis(random.nextInt());
          Breaker breaker =
              random.nextBoolean()
                  ? new Closed(random.nextInt(9))
                  : new Open(at, Duration.ofMillis(random.nextInt(900_000)), at.plusMillis(4));
          Optional<Pause> pause =
              random.nextBoolean()
                  ? Optional.empty()
                  : Optional.of(new Pause(at, PauseReason.values()[random.nextInt(3)]));
          EndpointHealth health =
              new EndpointHealth(
                  random.nextLong(Long.MAX_VALUE),
                  breaker,
                  random.nextInt(200),
                  pause,
                  random.nextLong(Long.MAX_VALUE),
                  1 + random.nextDouble());

          assertThat(HealthJson.read(HealthJson.write(health))).contains(health);
        });
  }

  @Test
  @Tag("R-I3")
  void knowsNoProbeThatIsOutSoThatACrashCanNotLoseIt() {
    EndpointHealth read = HealthJson.read(HealthJson.write(OPEN.probing())).orElseThrow();

    assertThat(read).isEqualTo(OPEN);
    assertThat(read.admission(T0.plusSeconds(90))).isEqualTo(new Admission.Probe(7));
  }

  @Test
  void mayHaveFieldsThatAreNotKnownYet() {
    assertThat(read(written(OPEN).replace("{", "{\"mood\":{\"today\":[1]},"))).contains(OPEN);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "null",
        "7",
        "[]",
        "{",
        "{}",
        "\u0000",
        "{\"version\":1,\"breaker\":\"closed\"}",
        "{\"version\":-1,\"breaker\":\"closed\",\"releaseRate\":1}",
        "{\"version\":\"x\",\"breaker\":\"closed\",\"releaseRate\":1}",
        "{\"version\":1e99,\"breaker\":\"closed\",\"releaseRate\":1}",
        "{\"version\":1,\"breaker\":\"ajar\",\"releaseRate\":1}",
        "{\"version\":1,\"breaker\":\"closed\",\"streak\":-1,\"releaseRate\":1}",
        "{\"version\":1,\"breaker\":\"closed\",\"releaseRate\":0}",
        "{\"version\":1,\"breaker\":\"closed\",\"releaseRate\":1e999}",
        "{\"version\":1,\"breaker\":\"open\",\"releaseRate\":1}",
        "{\"version\":1,\"breaker\":\"open\",\"releaseRate\":1,\"openFor\":\"1m\","
            + "\"openedAt\":\"2026-01-01T00:00:00Z\",\"openUntil\":\"tomorrow\"}",
        "{\"version\":1,\"breaker\":\"closed\",\"releaseRate\":1,\"reason\":\"gone\","
            + "\"pausedSince\":\"never\"}",
        "{\"version\":1,\"breaker\":\"closed\",\"releaseRate\":1,\"reason\":\"bored\","
            + "\"pausedSince\":\"2026-01-01T00:00:00Z\"}",
      })
  void isNoneAtAllWhenDamaged(String json) {
    assertThat(read(json)).isEmpty();
  }

  @Test
  void isNeverAnExceptionWhateverTheBytes() {
    Seeded.runs(
        2_000,
        random -> {
          byte[] json = HealthJson.write(OPEN);
          for (int i = 0; i < 1 + random.nextInt(6); i++) {
            json[random.nextInt(json.length)] = (byte) random.nextInt(256);
          }
          assertThat(HealthJson.read(json)).isNotNull();
        });
  }
}
