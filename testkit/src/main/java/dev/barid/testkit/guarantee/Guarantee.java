package dev.barid.testkit.guarantee;

import java.util.List;

/** A promise that whatever was observed must keep. Without state: one object for any run. */
@FunctionalInterface
public interface Guarantee {

  /** What breaks it, one line each, that names the delivery; empty if it holds. */
  List<String> violations(Observation observed);
}
