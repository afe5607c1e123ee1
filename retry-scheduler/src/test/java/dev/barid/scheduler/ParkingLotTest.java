package dev.barid.scheduler;

import static dev.barid.scheduler.ParkingBench.OPEN_FOR;
import static dev.barid.scheduler.ParkingBench.ORDERS;
import static dev.barid.scheduler.ParkingBench.OTHER;
import static dev.barid.scheduler.ParkingBench.TICK;
import static dev.barid.scheduler.ParkingBench.closed;
import static org.assertj.core.api.Assertions.assertThat;

import dev.barid.core.health.Release;
import dev.barid.core.health.ReleaseRule;
import dev.barid.core.subscriber.EndpointKey;
import dev.barid.scheduler.ParkingBench.Sent;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class ParkingLotTest {

  private static final Duration GIVE_UP = Duration.ofHours(72);

  private final ParkingBench bench = new ParkingBench();

  private void park(int count, long version) {
    for (int i = 0; i < count; i++) {
      bench.park(ORDERS, Integer.toString(i), version);
    }
  }

  private static List<String> numbers(int from, int to) {
    return IntStream.range(from, to).mapToObj(Integer::toString).toList();
  }

  @Nested
  @Tag("R-I3")
  @DisplayName("A parked delivery is released when its endpoint recovers")
  class Recovery {

    @Test
    void withinATickOfTheHealthThatSaysSo() {
      bench.hear(ORDERS, bench.open(1));
      bench.park(ORDERS, "a", 1);
      bench.pass(Duration.ofSeconds(10));
      assertThat(bench.bodies()).isEmpty();

      bench.hear(ORDERS, closed(2, 0.01));
      bench.pass(TICK);

      assertThat(bench.bodies()).containsExactly("a");
    }

    @Test
    void inTheOrderOfArrivalAtTheRateThatTheHealthSays() {
      bench.hear(ORDERS, bench.open(1));
      park(100, 1);
      bench.hear(ORDERS, closed(2, 10));
      Instant recovered = bench.now;

      bench.pass(Duration.ofSeconds(20));

      List<Sent> sent = bench.sent();
      assertThat(sent).extracting(Sent::body).isEqualTo(numbers(0, 100));
      for (int i = 0; i < sent.size(); i++) {
        Duration after = Duration.between(recovered, sent.get(i).at());
        assertThat(after)
            .isBetween(
                Duration.ofMillis(100L * i), Duration.ofMillis(100L * i).plus(TICK).plus(TICK));
      }
      assertThat(bench.lot.count()).isZero();
    }

    @Test
    void atOnceIfItArrivesAfterThatHealth() {
      bench.hear(ORDERS, closed(2, 10));

      bench.park(ORDERS, "straggler", 1);

      assertThat(bench.bodies()).containsExactly("straggler");
    }

    @Test
    void atItsPaceThoughManyArriveAfterThatHealth() {
      bench.hear(ORDERS, closed(2, 10));

      park(100, 1);
      assertThat(bench.bodies()).hasSize(1);
      bench.pass(Duration.ofSeconds(5));
      assertThat(bench.bodies()).hasSizeBetween(49, 51);
      bench.pass(Duration.ofSeconds(6));
      assertThat(bench.lot.count()).isZero();
    }

    @Test
    void notByHealthFromBeforeItWasParked() {
      bench.hear(ORDERS, closed(2, 10));
      bench.park(ORDERS, "a", 3);

      bench.pass(Duration.ofSeconds(5));
      assertThat(bench.bodies()).isEmpty();

      bench.hear(ORDERS, bench.open(3));
      bench.pass(Duration.ofSeconds(5));
      assertThat(bench.bodies()).isEmpty();
      bench.hear(ORDERS, closed(4, 10));
      bench.pass(TICK);
      assertThat(bench.bodies()).containsExactly("a");
    }

    @Test
    void afterAWhileIfNoHealthEverComes() {
      bench.park(ORDERS, "a", 3);

      bench.pass(ReleaseRule.GRACE.minus(TICK));
      assertThat(bench.bodies()).isEmpty();
      bench.pass(TICK.multipliedBy(2));

      assertThat(bench.bodies()).containsExactly("a");
    }

    @Test
    void whileThoseOfAnEndpointWithASimilarNameStay() {
      for (EndpointKey endpoint : List.of(ORDERS, OTHER)) {
        bench.hear(endpoint, bench.paused(1));
        bench.park(endpoint, endpoint.endpoint(), 1);
      }

      bench.hear(ORDERS, closed(2, 10));
      bench.pass(Duration.ofSeconds(5));

      assertThat(bench.bodies()).containsExactly("orders");
    }

    @Test
    void noFurtherOnceItFailsAgain() {
      bench.hear(ORDERS, bench.open(1));
      park(100, 1);
      bench.hear(ORDERS, closed(2, 10));
      bench.pass(Duration.ofSeconds(2));
      int released = bench.sent().size();

      bench.hear(ORDERS, bench.open(3));
      bench.pass(OPEN_FOR.minus(TICK));

      assertThat(released).isBetween(19, 22);
      assertThat(bench.bodies()).isEmpty();
    }
  }

  @Nested
  @Tag("R-I4")
  @DisplayName("An endpoint that is down")
  class Probes {

    @Test
    void getsOneProbeForEachOpenPeriodWhateverItsBacklog() {
      bench.hear(ORDERS, bench.open(1));
      park(10_000, 1);
      long stepsBefore = bench.steps();

      for (int version = 1; version <= 50; version++) {
        bench.pass(OPEN_FOR.minus(TICK));
        assertThat(bench.sent()).isEmpty();
        bench.pass(TICK.multipliedBy(2));
        assertThat(bench.sent())
            .extracting(Sent::why)
            .containsExactly(new Release.AsProbe(version));
        bench.hear(ORDERS, bench.open(version + 1));
      }

      assertThat(bench.lot.count()).isEqualTo(9_950);
      assertThat(bench.steps() - stepsBefore).isLessThan(500);
    }

    @Test
    void getsAnotherProbeIfNothingIsHeardOfTheFirst() {
      bench.hear(ORDERS, bench.open(1));
      park(5, 1);

      bench.pass(OPEN_FOR.multipliedBy(3).plus(TICK));

      assertThat(bench.sent())
          .extracting(Sent::why)
          .containsExactly(new Release.AsProbe(1), new Release.AsProbe(1), new Release.AsProbe(1));
    }

    @Test
    void getsTheNextArrivalAsItsProbeIfNothingIsParked() {
      bench.hear(ORDERS, bench.open(1));
      bench.pass(OPEN_FOR.plus(TICK));

      bench.park(ORDERS, "probe", 1);
      bench.park(ORDERS, "behind it", 1);
      bench.pass(Duration.ofSeconds(5));

      assertThat(bench.sent())
          .containsExactly(
              new Sent(
                  "probe", new Release.AsProbe(1), ParkingBench.START.plus(OPEN_FOR).plus(TICK)));
    }

    @Test
    void getsNoProbeWhileItIsPaused() {
      bench.hear(ORDERS, bench.paused(1));
      park(10, 1);

      bench.pass(Duration.ofHours(1));

      assertThat(bench.sent()).isEmpty();
    }
  }

  @Nested
  @Tag("R-B4")
  @DisplayName("A parked delivery is given up when its time has come")
  class GivingUp {

    @Test
    void whateverItsEndpointsHealthAndWherever() {
      bench.hear(ORDERS, bench.paused(1));
      bench.park(ORDERS, "patient", 1, GIVE_UP);
      bench.park(ORDERS, "hasty", 1, Duration.ofSeconds(20));
      bench.park(ORDERS, "hastier", 1, Duration.ofSeconds(10));

      bench.pass(Duration.ofSeconds(30));

      assertThat(bench.sent())
          .containsExactly(
              new Sent("hastier", new Release.Expired(), ParkingBench.START.plusSeconds(10)),
              new Sent("hasty", new Release.Expired(), ParkingBench.START.plusSeconds(20)));
    }

    @Test
    void onArrivalIfItHasComeAlready() {
      bench.hear(ORDERS, bench.paused(1));

      bench.park(ORDERS, "late", 1, Duration.ofSeconds(-1));

      assertThat(bench.sent()).extracting(Sent::why).containsExactly(new Release.Expired());
    }

    @Test
    void thoughTensOfThousandsAreInTheSameTick() {
      bench.hear(ORDERS, bench.paused(1));
      for (int i = 0; i < 20_000; i++) {
        bench.park(ORDERS, Integer.toString(i), 1, Duration.ofSeconds(10));
      }
      bench.park(ORDERS, "patient", 1, GIVE_UP);

      bench.pass(Duration.ofSeconds(12));
      assertThat(bench.bodies()).isEqualTo(numbers(0, 20_000));

      bench.hear(ORDERS, closed(2, 10));
      bench.pass(TICK);
      assertThat(bench.bodies()).containsExactly("patient");
    }

    @Test
    void andOnesThatComeAndGoBeforeTheOthersCostNoScan() {
      bench.hear(ORDERS, bench.paused(1));
      bench.hear(OTHER, bench.paused(1));
      park(5_000, 1);
      bench.park(OTHER, "patient", 1);
      bench.hear(ORDERS, closed(2, 100_000));
      bench.pass(Duration.ofSeconds(3));
      assertThat(bench.sent()).hasSize(5_000);
      long stepsBefore = bench.steps();

      for (int i = 0; i < 100; i++) {
        bench.park(OTHER, "hasty", 1, Duration.ofSeconds(1));
        bench.pass(Duration.ofSeconds(2));
      }

      assertThat(bench.bodies()).hasSize(100);
      assertThat(bench.steps() - stepsBefore).isLessThan(1_000);
    }
  }

  @Nested
  @Tag("R-D1")
  @DisplayName("A parked delivery that no index knows of")
  class Strays {

    @Test
    void isReleasedWhenItsEndpointRecovers() {
      bench.hear(ORDERS, bench.open(1));
      park(100, 1);
      bench.restartWithoutIndexes();

      bench.hear(ORDERS, closed(2, 1_000));
      bench.pass(Duration.ofSeconds(1));

      assertThat(bench.bodies()).isEqualTo(numbers(0, 100));
    }

    @Test
    void isGivenUpAtItsTimeWhereNothingIsHeardOfItsEndpoint() {
      bench.hear(ORDERS, bench.paused(1));
      bench.hear(OTHER, bench.paused(1));
      for (int i = 0; i < 100; i++) {
        bench.park(i % 2 == 0 ? ORDERS : OTHER, Integer.toString(i), 1, Duration.ofSeconds(30));
      }
      bench.restartWithoutIndexes();

      bench.pass(Duration.ofSeconds(29));
      assertThat(bench.sent()).isEmpty();
      bench.pass(Duration.ofSeconds(2));

      assertThat(bench.sent())
          .hasSize(100)
          .allSatisfy(sent -> assertThat(sent.why()).isEqualTo(new Release.Expired()));
      assertThat(bench.lot.nextMs()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void isLookedForWithoutReadingWhatTheOthersHaveAndHad() {
      bench.hear(ORDERS, bench.open(1));
      park(10_000, 1);
      bench.hear(ORDERS, closed(2, 1_000));
      bench.pass(Duration.ofSeconds(5));
      bench.hear(ORDERS, bench.open(3));
      long stepsBefore = bench.steps();

      bench.restart();

      assertThat(bench.lot.count()).isPositive();
      assertThat(bench.steps() - stepsBefore).isLessThan(10);
    }
  }

  @Nested
  @DisplayName("When an endpoint's health is deleted")
  class Deleted {

    @Test
    void allThatIsParkedGoesAtADefaultPace() {
      bench.hear(ORDERS, bench.paused(7));
      park(1_000, 7);
      bench.forget(ORDERS);

      bench.pass(Duration.ofSeconds(5));
      assertThat(bench.sent()).hasSizeBetween(495, 506);
      bench.pass(Duration.ofSeconds(6));

      assertThat(bench.lot.count()).isZero();
      assertThat(bench.sent()).hasSizeBetween(494, 505);
    }

    @Test
    void nothingIsRememberedOfItOnceNothingIsParked() {
      bench.hear(ORDERS, bench.paused(7));
      park(10, 7);
      bench.forget(ORDERS);
      bench.pass(Duration.ofSeconds(5));

      assertThat(bench.endpoints.get(ORDERS.toKey())).isNull();
      assertThat(bench.lot.nextMs()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void andItIsMadeAnewTheNewHealthDecides() {
      bench.hear(ORDERS, bench.paused(7));
      park(100, 7);
      bench.pass(ReleaseRule.GRACE);
      bench.forget(ORDERS);
      bench.hear(ORDERS, bench.paused(1));
      bench.pass(Duration.ofSeconds(10));
      assertThat(bench.sent()).isEmpty();

      bench.hear(ORDERS, closed(2, 1_000));
      bench.pass(Duration.ofSeconds(2));
      assertThat(bench.sent()).hasSize(100);
    }
  }

  @Nested
  @DisplayName("A restart keeps")
  class Restart {

    @Test
    void theProbeThatWasSent() {
      bench.hear(ORDERS, bench.open(1));
      park(10, 1);
      bench.pass(OPEN_FOR.plus(TICK));
      assertThat(bench.bodies()).containsExactly("0");

      bench.restart();
      bench.pass(OPEN_FOR.minus(TICK.multipliedBy(2)));
      assertThat(bench.sent()).isEmpty();
      bench.pass(TICK.multipliedBy(2));

      assertThat(bench.bodies()).containsExactly("1");
    }

    @Test
    void theOldestDeliveryAndThePaceAndScansOverNothingThatIsGone() {
      bench.hear(ORDERS, bench.open(1));
      park(2_000, 1);
      bench.hear(ORDERS, closed(2, 1_000));
      bench.pass(Duration.ofSeconds(1));
      int before = bench.sent().size();
      long stepsBefore = bench.steps();

      bench.restart();
      bench.pass(TICK);

      assertThat(before).isBetween(999, 1_001);
      assertThat(bench.bodies()).isEqualTo(numbers(before, before + 50));
      assertThat(bench.steps() - stepsBefore).isLessThan(120);
      bench.pass(Duration.ofSeconds(1));
      assertThat(bench.bodies()).isEqualTo(numbers(before + 50, 2_000));
    }

    @Test
    void giveUpTimesThatCameBeforeThoseOfOthers() {
      bench.hear(ORDERS, bench.paused(1));
      bench.park(ORDERS, "patient", 1);
      bench.pass(TICK);
      bench.park(ORDERS, "hasty", 1, Duration.ofSeconds(5));

      bench.restart();
      bench.pass(Duration.ofSeconds(6));

      assertThat(bench.bodies()).containsExactly("hasty");
    }

    @Test
    void theCountOfWhatIsParked() {
      bench.hear(ORDERS, bench.open(1));
      park(10, 1);
      bench.pass(OPEN_FOR.plus(TICK));

      bench.restart();

      assertThat(bench.lot.count()).isEqualTo(9);
    }
  }

  @Nested
  @Tag("R-I5")
  @DisplayName("A crowd parked for one endpoint")
  class Neighbours {

    @Test
    void delayNobodyElsesRelease() {
      ParkingBench small = new ParkingBench(new DrainLimit(200, Duration.ofHours(1)));
      small.hear(ORDERS, small.open(1));
      for (int i = 0; i < 50_000; i++) {
        small.park(ORDERS, "crowd", 1);
      }
      for (int i = 0; i < 50; i++) {
        EndpointKey endpoint = new EndpointKey("few", "e" + i);
        small.hear(endpoint, small.open(1));
        small.park(endpoint, "few", 1);
        small.hear(endpoint, closed(2, 10));
      }
      small.hear(ORDERS, closed(2, 1_000_000));

      small.pass(TICK);

      assertThat(small.bodies().stream().filter("few"::equals)).hasSize(50);
    }

    @Test
    void thatAreGivenUpDelayNobodyElsesReleaseEither() {
      ParkingBench small = new ParkingBench(new DrainLimit(200, Duration.ofHours(1)));
      small.hear(ORDERS, small.open(1));
      for (int i = 0; i < 20_000; i++) {
        small.park(ORDERS, "crowd", 1, Duration.ofSeconds(1));
      }
      small.pass(Duration.ofSeconds(2));
      small.hear(OTHER, small.open(1));
      small.park(OTHER, "few", 1);
      small.hear(OTHER, closed(2, 10));
      small.sent();

      small.pass(TICK);

      assertThat(small.bodies()).contains("few", "crowd");
    }
  }
}
