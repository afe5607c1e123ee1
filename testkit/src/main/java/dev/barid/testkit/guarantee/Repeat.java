package dev.barid.testkit.guarantee;

import java.util.List;
import java.util.Optional;

/**
 * A request that an endpoint need not have got.
 *
 * @param again the request
 * @param earlier those that it repeats: of the same attempt; or that took the event before
 * @param cause the disturbance that explains it, if one does
 */
public record Repeat(Arrival again, List<Arrival> earlier, Optional<Disturbance> cause) {

  @Override
  public String toString() {
    return again
        + "; before: "
        + earlier
        + cause.map(found -> "; because of " + found).orElse("; unexplained");
  }
}
