package dev.barid.faults.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A fault plan")
class FaultPlanTest {

  private static final Duration LENGTH = Duration.ofMinutes(3);
  private static final List<FaultPlan> PLANS =
      LongStream.rangeClosed(1, 100).mapToObj(seed -> FaultPlan.of(seed, LENGTH)).toList();

  @Test
  void isTheSameForTheSameSeed() {
    assertThat(FaultPlan.of(7, LENGTH)).isEqualTo(FaultPlan.of(7, LENGTH));
    assertThat(FaultPlan.of(7, LENGTH).faults()).isNotEqualTo(FaultPlan.of(8, LENGTH).faults());
  }

  @Test
  void hasEveryKindOverTheFirstSeeds() {
    Set<String> kinds =
        PLANS.stream().limit(3).flatMap(FaultPlanTest::kinds).collect(Collectors.toSet());
    assertThat(kinds)
        .isEqualTo(
            Stream.of(Fault.class.getPermittedSubclasses())
                .map(Class::getSimpleName)
                .collect(Collectors.toSet()));
  }

  @Test
  void hasAtLeastFourFaultsOfDifferentKinds() {
    assertThat(PLANS)
        .allSatisfy(plan -> assertThat(kinds(plan).distinct().count()).isGreaterThanOrEqualTo(4));
  }

  @Test
  void isOverWhenItsTimeIs() {
    assertThat(PLANS)
        .allSatisfy(
            plan ->
                assertThat(plan.faults())
                    .allSatisfy(timed -> assertThat(timed.usualEnd()).isLessThanOrEqualTo(LENGTH)));
  }

  @Test
  void takesABrokerOnlyWhenTheOneBeforeIsBack() {
    assertThat(PLANS)
        .allSatisfy(
            plan -> {
              Duration back = Duration.ZERO;
              for (FaultPlan.Timed timed : plan.faults()) {
                if (timed.fault().takesBroker()) {
                  assertThat(timed.at()).isGreaterThanOrEqualTo(back);
                  back = timed.usualEnd();
                }
              }
            });
  }

  @Test
  void keepsAllBrokersAwayForAMinuteButNotInAShortRun() {
    assertThat(outages(PLANS)).isNotEmpty().allMatch(Duration.ofMinutes(1)::equals);
    List<FaultPlan> shortOnes =
        LongStream.rangeClosed(1, 20)
            .mapToObj(seed -> FaultPlan.of(seed, Duration.ofSeconds(60)))
            .toList();
    assertThat(outages(shortOnes)).isNotEmpty().allMatch(Duration.ofSeconds(10)::equals);
  }

  private static List<Duration> outages(List<FaultPlan> plans) {
    return plans.stream()
        .flatMap(plan -> plan.faults().stream())
        .map(FaultPlan.Timed::fault)
        .filter(Fault.AllBrokersAway.class::isInstance)
        .map(fault -> ((Fault.AllBrokersAway) fault).away())
        .toList();
  }

  private static Stream<String> kinds(FaultPlan plan) {
    return plan.faults().stream().map(timed -> timed.fault().kind());
  }
}
