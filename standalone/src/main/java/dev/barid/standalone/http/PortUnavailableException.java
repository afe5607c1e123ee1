package dev.barid.standalone.http;

/** A port can't be listened on. The message is meant for the person who chose it. */
public final class PortUnavailableException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  PortUnavailableException(String host, int port, Throwable cause) {
    super(
        "http port \""
            + port
            + "\" on "
            + host
            + " can't be listened on: "
            + cause.getMessage()
            + " (expected: a port that nothing else uses, or 0 for a free one)",
        cause);
  }
}
