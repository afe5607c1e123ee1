package dev.barid.cli;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A command can't go on: the message is the one line that its user sees. */
public final class CommandFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int exitCode;

  private CommandFailure(int exitCode, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.exitCode = exitCode;
  }

  /** What was asked for failed. */
  public static CommandFailure failed(String message) {
    return new CommandFailure(ExitCodes.FAILED, message, null);
  }

  /** What was asked for failed; the cause is shown with {@code --verbose}. */
  public static CommandFailure failed(String message, Throwable cause) {
    return new CommandFailure(ExitCodes.FAILED, message, cause);
  }

  /** What was asked for makes no sense. */
  public static CommandFailure wrongUsage(String message) {
    return new CommandFailure(ExitCodes.WRONG_USAGE, message, null);
  }

  /** One of {@link ExitCodes}. */
  public int exitCode() {
    return exitCode;
  }

  /** Never null, unlike that of exceptions in general. */
  @Override
  public String getMessage() {
    return Objects.requireNonNull(super.getMessage());
  }
}
