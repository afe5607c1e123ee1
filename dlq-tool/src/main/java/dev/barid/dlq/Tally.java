package dev.barid.dlq;

import dev.barid.cli.Column;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What a redrive has come to so far. Not for use by several threads. */
final class Tally {

  /** Dead letters that have a reason and an endpoint in common. */
  record Group(String reason, String subscriber, String endpoint) {
    static Group of(DeadLetter letter) {
      return new Group(
          letter.reason().orElse(""), letter.subscriber().orElse(""), letter.endpoint().orElse(""));
    }
  }

  /** A group and how many there are in it. */
  record GroupCount(Group group, long count) {
    static final List<Column<GroupCount>> COLUMNS =
        List.of(
            Column.text("reason", row -> row.group().reason()),
            Column.text("subscriber", row -> row.group().subscriber()),
            Column.text("endpoint", row -> row.group().endpoint()),
            Column.number("count", GroupCount::count));
  }

  /** The sums, as one row of JSON. */
  static final List<Column<Tally>> COLUMNS =
      List.of(
          Column.number("matched", Tally::matched),
          Column.number("redriven", Tally::redriven),
          Column.number("redrivenBefore", Tally::leftOut));

  private final Map<Group, Long> groups = new HashMap<>();
  private long matched;
  private long goneBefore;
  private long redriven;

  void matched(DeadLetter letter) {
    matched++;
    groups.merge(Group.of(letter), 1L, Long::sum);
  }

  void goneBefore() {
    goneBefore++;
  }

  void redriven(int count) {
    redriven += count;
  }

  long matched() {
    return matched;
  }

  /** How many were left out because they had been redriven before. */
  long leftOut() {
    return goneBefore;
  }

  long redriven() {
    return redriven;
  }

  /** What was matched, the largest group first. */
  List<GroupCount> groups() {
    return groups.entrySet().stream()
        .map(each -> new GroupCount(each.getKey(), each.getValue()))
        .sorted(
            Comparator.comparingLong(GroupCount::count)
                .reversed()
                .thenComparing(row -> row.group().toString()))
        .toList();
  }
}
