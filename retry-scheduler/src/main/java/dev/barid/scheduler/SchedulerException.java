package dev.barid.scheduler;

import org.jspecify.annotations.Nullable;

/** The scheduler can't start. The message is meant for the person who started it. */
public final class SchedulerException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  SchedulerException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
