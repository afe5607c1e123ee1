package dev.barid.cli;

/** Whoever read our output has had enough, as in {@code barid dlq list | head}: end quietly. */
final class ClosedOutput extends RuntimeException {
  private static final long serialVersionUID = 1L;

  ClosedOutput() {
    super("the output was closed", null, false, false);
  }
}
