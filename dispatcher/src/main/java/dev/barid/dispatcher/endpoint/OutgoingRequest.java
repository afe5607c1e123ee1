package dev.barid.dispatcher.endpoint;

import dev.barid.core.net.EndpointUrl;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * One POST, ready to be sent.
 *
 * @param url where to
 * @param headers names and values in the order in which they go out, see {@link RequestHeaders};
 *     {@code Content-Length} is added by the client
 * @param body sent as it is; not copied, so never change it
 * @param timeout for everything from the name's resolution to the last byte of the answer; at least
 *     a millisecond
 */
public record OutgoingRequest(
    EndpointUrl url, List<Map.Entry<String, String>> headers, byte[] body, Duration timeout) {
  /** Keeps its own copy of the headers. */
  public OutgoingRequest {
    headers = List.copyOf(headers);
    if (timeout.toMillis() < 1) {
      throw new IllegalArgumentException("timeout \"" + timeout + "\" (expected: at least 1 ms)");
    }
  }

  /** Without header values, which may be secret. */
  @Override
  public String toString() {
    return "POST " + url + " (" + body.length + " bytes, within " + timeout + ")";
  }
}
