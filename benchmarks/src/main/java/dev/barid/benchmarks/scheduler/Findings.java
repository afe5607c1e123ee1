package dev.barid.benchmarks.scheduler;

import java.util.Optional;
import java.util.function.Consumer;

/** Takes the figures of one scene as they come. */
final class Findings {

  private final String scene;
  private final Consumer<Finding> to;

  Findings(String scene, Consumer<Finding> to) {
    this.scene = scene;
    this.to = to;
  }

  void add(String figure, Number value, String unit) {
    add(figure, value, unit, Optional.empty());
  }

  void atMost(double bound, String figure, Number value, String unit) {
    add(figure, value, unit, Optional.of(new Target(Target.Kind.AT_MOST, bound)));
  }

  void atLeast(double bound, String figure, Number value, String unit) {
    add(figure, value, unit, Optional.of(new Target(Target.Kind.AT_LEAST, bound)));
  }

  void exactly(double bound, String figure, Number value, String unit) {
    add(figure, value, unit, Optional.of(new Target(Target.Kind.EXACTLY, bound)));
  }

  private void add(String figure, Number value, String unit, Optional<Target> target) {
    to.accept(new Finding(scene, figure, value.doubleValue(), unit, target));
  }
}
