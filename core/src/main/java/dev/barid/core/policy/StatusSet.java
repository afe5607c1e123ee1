package dev.barid.core.policy;

import dev.barid.core.text.InvalidInputException;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A set of HTTP statuses, written as single ones and ranges: {@code 408, 429, 500-599}. */
public final class StatusSet {
  private static final int MIN = 100;
  private static final int MAX = 599;
  private static final String EXPECTED =
      "a status such as 429 or a rising range such as 500-599, within 100-599";
  private static final Pattern FORM = Pattern.compile("([1-5][0-9]{2})(?:-([1-5][0-9]{2}))?");

  private final BitSet statuses;

  private StatusSet(BitSet statuses) {
    this.statuses = statuses;
  }

  /** The set of these entries, which the program itself wrote. */
  public static StatusSet of(String... entries) {
    return parse("statuses", List.of(entries));
  }

  /**
   * Reads a set.
   *
   * @param field named in the error, with the entry's index
   * @param entries each a status or a range, within 100-599; an empty list is an empty set
   * @throws InvalidInputException when an entry is neither
   */
  public static StatusSet parse(String field, List<String> entries) {
    BitSet statuses = new BitSet();
    for (int i = 0; i < entries.size(); i++) {
      String entry = entries.get(i);
      Matcher form = FORM.matcher(entry);
      if (!form.matches()) {
        throw new InvalidInputException(field + "[" + i + "]", entry, EXPECTED);
      }
      int first = Integer.parseInt(form.group(1));
      int last = form.group(2) == null ? first : Integer.parseInt(form.group(2));
      if (last < first) {
        throw new InvalidInputException(field + "[" + i + "]", entry, EXPECTED);
      }
      statuses.set(first, last + 1);
    }
    return new StatusSet(statuses);
  }

  /** Whether the status is in the set; one outside 100-599 never is. */
  public boolean contains(int status) {
    return status >= MIN && status <= MAX && statuses.get(status);
  }

  /** The lowest status that is in both sets. */
  Optional<Integer> firstInBoth(StatusSet other) {
    return statuses.stream().filter(other::contains).boxed().findFirst();
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof StatusSet set && statuses.equals(set.statuses);
  }

  @Override
  public int hashCode() {
    return statuses.hashCode();
  }

  /** The entries in rising order, e.g. {@code 408, 429, 500-599}. */
  @Override
  public String toString() {
    StringJoiner entries = new StringJoiner(", ");
    for (int first = statuses.nextSetBit(0); first >= 0; ) {
      int end = statuses.nextClearBit(first);
      entries.add(
          end - first == 1
              ? Integer.toString(first)
              : String.format(Locale.ROOT, "%d-%d", first, end - 1));
      first = statuses.nextSetBit(end);
    }
    return entries.toString();
  }
}
