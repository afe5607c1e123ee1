package dev.barid.faults.ledger;

import dev.barid.faults.plan.FaultRecord;
import dev.barid.testkit.guarantee.Balance;
import dev.barid.testkit.guarantee.Disturbance;
import dev.barid.testkit.guarantee.Repeat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What a run with faults came to.
 *
 * @param seed of its plan
 * @param faults what was done to it
 * @param events how many Kafka took
 * @param balance where the deliveries stand
 * @param repeats the requests that were repeated, with what explains them
 * @param atRisk how many requests each disturbance could have made repeat, at most
 * @param broken what breaks each guarantee, a line each; no line where it holds
 */
public record Report(
    long seed,
    List<FaultRecord> faults,
    int events,
    Balance balance,
    List<Repeat> repeats,
    Map<Disturbance, Long> atRisk,
    Map<String, List<String>> broken) {

  /** The head of the table in docs/guarantees.md. */
  public static final String HEADER =
      """
      | seed | faults | events | deliveries | delivered | dead-lettered | filtered | repeats | unexplained | doubled | lost |
      | ---: | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |""";

  private static final int SHOWN = 50;

  /** Its row in that table. */
  public String row() {
    return "| %d | %s | %d | %d | %d | %d | %d | %d | %d | %d | %d |"
        .formatted(
            seed,
            Reconciliation.summary(faults),
            events,
            balance.accepted().size(),
            balance.delivered().size(),
            balance.deadLettered().size(),
            balance.filtered().size(),
            repeats.size(),
            unexplained(),
            doubled(),
            balance.lost().size());
  }

  /** Repeats that no fault explains. */
  public long unexplained() {
    return repeats.stream().filter(repeat -> repeat.cause().isEmpty()).count();
  }

  /** Steps, ends and dead letters that exist more than once. */
  public long doubled() {
    return broken.getOrDefault("one retry chain", List.of()).size()
        + broken.getOrDefault("at most one dead letter", List.of()).size();
  }

  /** Every fault with the requests that it repeated, and how many it could have. */
  public String repeatsByFault() {
    Map<Optional<Disturbance>, List<Repeat>> byCause =
        repeats.stream().collect(Collectors.groupingBy(Repeat::cause));
    StringBuilder text = new StringBuilder();
    atRisk.forEach(
        (cause, most) -> {
          List<Repeat> because = byCause.getOrDefault(Optional.of(cause), List.of());
          text.append(cause)
              .append(": ")
              .append(because.size())
              .append(" repeats, of at most ")
              .append(most)
              .append('\n');
          because.forEach(repeat -> text.append("  ").append(repeat).append('\n'));
        });
    byCause
        .getOrDefault(Optional.<Disturbance>empty(), List.of())
        .forEach(repeat -> text.append(repeat).append('\n'));
    return text.toString();
  }

  /**
   * Every guarantee holds.
   *
   * @throws AssertionError if one doesn't; it shows the row and the first lines of each
   */
  public Report assertReconciled() {
    StringBuilder message = new StringBuilder();
    broken.forEach(
        (guarantee, lines) -> {
          if (!lines.isEmpty()) {
            message
                .append("\n")
                .append(guarantee)
                .append(": broken ")
                .append(lines.size())
                .append(" times");
            lines.stream().limit(SHOWN).forEach(line -> message.append("\n  ").append(line));
          }
        });
    if (!message.isEmpty()) {
      throw new AssertionError(HEADER + "\n" + row() + message);
    }
    return this;
  }
}
