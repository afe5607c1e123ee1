package dev.barid.cli;

/** The exit statuses of {@code barid}; part of the contract. */
public final class ExitCodes {

  /** The command did what it was asked to. */
  public static final int DONE = 0;

  /** It failed; one line on stderr says what and why. */
  public static final int FAILED = 1;

  /** It was asked for something that makes no sense. */
  public static final int WRONG_USAGE = 2;

  /** What was measured is over the threshold that was given. */
  public static final int OVER_THRESHOLD = 3;

  private ExitCodes() {}
}
