package dev.barid.broker;

import org.jspecify.annotations.Nullable;

/** The embedded broker could not start. The message is meant for the person who started it. */
public final class BrokerException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  BrokerException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
