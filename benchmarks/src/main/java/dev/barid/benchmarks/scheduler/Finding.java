package dev.barid.benchmarks.scheduler;

import java.util.Optional;

/**
 * One figure that a scene came to.
 *
 * @param scene which
 * @param figure its name
 * @param value in its unit
 * @param unit of the value and of the target
 * @param target what it should be; empty if nobody said
 */
record Finding(String scene, String figure, double value, String unit, Optional<Target> target) {

  /** Whether it is what it should be. */
  Optional<Boolean> met() {
    return target.map(bound -> bound.isMetBy(value));
  }
}
