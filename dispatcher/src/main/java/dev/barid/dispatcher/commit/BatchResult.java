package dev.barid.dispatcher.commit;

/** How a transaction ended. */
public sealed interface BatchResult {

  /** Everything is written. */
  record Committed() implements BatchResult {}

  /**
   * Nothing is written, and the same batch may be tried again.
   *
   * @param cause why
   */
  record Aborted(Exception cause) implements BatchResult {}

  /**
   * Whether it is written is not known, and will not be: the process is ending. Its outcomes must
   * not be written again; whoever comes next goes on from what was committed.
   *
   * @param cause why
   */
  record Unknown(Exception cause) implements BatchResult {}
}
