package dev.barid.cli;

/**
 * Where a command writes its rows, once, whatever form they are printed in. Not for use by several
 * threads.
 *
 * @param <R> the row
 */
public sealed interface Rows<R> extends AutoCloseable permits JsonRows, TableRows {

  /** Adds a row; it may be held back until {@link #flush} or {@link #close}. */
  void add(R row);

  /** Prints what was held back. */
  void flush();

  /** Prints what was held back; there are no more rows. */
  @Override
  void close();
}
