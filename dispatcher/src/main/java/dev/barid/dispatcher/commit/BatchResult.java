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
}
