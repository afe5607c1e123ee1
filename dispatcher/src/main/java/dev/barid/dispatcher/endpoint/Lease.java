package dev.barid.dispatcher.endpoint;

/**
 * What an attempt has of a connection: all of one that speaks HTTP/1.1, or one stream of one that
 * speaks HTTP/2. For one request; afterwards it is ended once, in one of the two ways.
 *
 * <p>Confined to its event loop.
 */
sealed interface Lease permits Http1Connection, Http2Request {

  /** Whether its connection has closed, so that nothing can be sent any more. */
  boolean isClosed();

  /**
   * Sends a request.
   *
   * @throws IllegalArgumentException if the request can't be written; nothing was sent then
   */
  void send(OutgoingRequest request, Exchange exchange);

  /** The request was sent to its end, and the answer read to its end. */
  void complete();

  /**
   * Nobody waits for the answer any more.
   *
   * @param timedOut whether it was waited for as long as it may take
   */
  void abandon(boolean timedOut);
}
