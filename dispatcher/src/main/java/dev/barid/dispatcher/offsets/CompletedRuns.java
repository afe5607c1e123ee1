package dev.barid.dispatcher.offsets;

import java.util.Arrays;

/**
 * The finished offsets beyond a committed one, as sorted ranges that neither touch nor overlap. An
 * offset that holds no record may count as finished. A run is kept as its two ends however long it
 * is. Immutable, so any thread may read it.
 */
public final class CompletedRuns {

  private static final CompletedRuns NONE = new CompletedRuns(new long[0]);

  /** Start (inclusive), end (exclusive), start, end, …: strictly rising. */
  private final long[] edges;

  private CompletedRuns(long[] edges) {
    this.edges = edges;
  }

  /** Nothing is finished beyond the committed offset. */
  public static CompletedRuns none() {
    return NONE;
  }

  /**
   * Runs from their edges: first start (inclusive), its end (exclusive), next start, and so on.
   *
   * @throws IllegalArgumentException when an edge is missing, negative, or not above the one before
   */
  public static CompletedRuns of(long... edges) {
    if (edges.length % 2 != 0) {
      throw new IllegalArgumentException(
          "number of edges \"" + edges.length + "\" (expected: a start and an end for each run)");
    }
    long above = -1;
    for (long edge : edges) {
      if (edge <= above) {
        throw new IllegalArgumentException("edge \"" + edge + "\" (expected: above " + above + ")");
      }
      above = edge;
    }
    return edges.length == 0 ? NONE : new CompletedRuns(edges.clone());
  }

  /** Whether the record at this offset, if there is one, is finished. */
  public boolean contains(long offset) {
    int found = Arrays.binarySearch(edges, offset);
    int edgesUpTo = found >= 0 ? found + 1 : -found - 1;
    return edgesUpTo % 2 == 1;
  }

  public boolean isEmpty() {
    return edges.length == 0;
  }

  /** The number of runs. */
  public int size() {
    return edges.length / 2;
  }

  /** First offset of a run, counted from 0. */
  public long start(int run) {
    return edges[2 * run];
  }

  /** The offset after the last of a run, counted from 0. */
  public long end(int run) {
    return edges[2 * run + 1];
  }

  /** The first run that ends above this offset; {@link #size()} when there is none. */
  int firstEndingAbove(long offset) {
    int found = Arrays.binarySearch(edges, offset);
    int edgesUpTo = found >= 0 ? found + 1 : -found - 1;
    return edgesUpTo / 2;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof CompletedRuns that && Arrays.equals(edges, that.edges);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(edges);
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("[");
    for (int run = 0; run < size(); run++) {
      text.append(run == 0 ? "" : ", ").append(start(run)).append("..").append(end(run) - 1);
    }
    return text.append(']').toString();
  }
}
