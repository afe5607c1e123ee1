package dev.barid.dispatcher.endpoint;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFuture;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.handler.codec.http2.Http2Headers;
import java.net.ProtocolException;
import org.jspecify.annotations.Nullable;

/**
 * One request on a connection that speaks HTTP/2, and its answer: a stream.
 *
 * <pre>
 *   ──send──► request out ──► (interim answers) ──► head ──► body … ──► (trailers) ──► end
 *          any time: reset by either side, refused, or gone with its connection
 * </pre>
 *
 * <p>Confined to its event loop.
 */
final class Http2Request implements Lease {
  private static final int INTERIM_FROM = 100;
  private static final int NO_STATUS = -1;
  private static final int STATUS_DIGITS = 3;

  private final Http2Connection connection;

  /** How often the connection had heard anything when this began. */
  private final long heardBefore;

  /** The stream; 0 before it is sent. */
  private int id;

  private int interims;
  private boolean hasHead;

  /** Null before it is sent, and once it is over. */
  private @Nullable Exchange exchange;

  Http2Request(Http2Connection connection, long heardBefore) {
    this.connection = connection;
    this.heardBefore = heardBefore;
  }

  @Override
  public boolean isClosed() {
    return connection.isClosed();
  }

  @Override
  public void send(OutgoingRequest request, Exchange next) {
    exchange = next;
    ChannelFuture sending = connection.send(request, this);
    sending.addListener(
        done -> {
          if (exchange != next) {
            return;
          }
          if (done.isSuccess()) {
            next.onSent();
          } else {
            onBroken(done.cause());
          }
        });
  }

  /** It was given this stream. */
  void begin(int stream) {
    id = stream;
  }

  int id() {
    return id;
  }

  /** Whether the peer has sent some of its answer, and so has acted upon it. */
  boolean hasHead() {
    return hasHead;
  }

  /** Whether nothing at all has come in over its connection since it began. */
  boolean isUnheard(long heard) {
    return heard == heardBefore;
  }

  @Override
  public void complete() {
    exchange = null;
    connection.end(this);
  }

  @Override
  public void abandon(boolean timedOut) {
    exchange = null;
    connection.abandon(this, timedOut);
  }

  /** Headers have come: interim ones, the answer's, or those after its body. */
  void onHeaders(Http2Headers headers, boolean last) {
    Exchange current = exchange;
    if (current == null) {
      return;
    }
    if (!hasHead) {
      int status = status(headers.status());
      if (status == NO_STATUS || (isInterim(status) && last)) {
        onBroken(new ProtocolException("no HTTP/2: status \"" + headers.status() + "\""));
        return;
      }
      if (isInterim(status)) {
        onInterim();
        return;
      }
      hasHead = true;
      current.onHead(
          status, headers.get(HttpHeaderNames.RETRY_AFTER), headers.get(HttpHeaderNames.LOCATION));
    }
    maybeEnd(current, last);
  }

  private void onInterim() {
    interims++;
    if (interims > Http1Connection.MOST_INTERIM) {
      onBroken(
          new IllegalStateException(
              "more than " + Http1Connection.MOST_INTERIM + " interim answers"));
    }
  }

  /** Protocols can't be switched (RFC 9113 section 8.6), so 101 is none of its statuses. */
  private static int status(@Nullable CharSequence text) {
    if (text == null || text.length() != STATUS_DIGITS) {
      return NO_STATUS;
    }
    int status = 0;
    for (int i = 0; i < STATUS_DIGITS; i++) {
      int digit = text.charAt(i) - '0';
      if (digit < 0 || digit > 9) {
        return NO_STATUS;
      }
      status = status * 10 + digit;
    }
    return status < INTERIM_FROM || status == 101 ? NO_STATUS : status;
  }

  private static boolean isInterim(int status) {
    return HttpStatusClass.INFORMATIONAL.contains(status);
  }

  /** A piece of the answer's body has come. */
  void onBody(ByteBuf piece, boolean last) {
    Exchange current = exchange;
    if (current == null) {
      return;
    }
    if (!hasHead) {
      onBroken(new ProtocolException("no HTTP/2: a body without a status"));
      return;
    }
    if (piece.isReadable()) {
      current.onBody(piece);
    }
    maybeEnd(current, last);
  }

  /** What it heard may have ended it. */
  private void maybeEnd(Exchange current, boolean last) {
    if (last && exchange == current) {
      current.onEnd();
    }
  }

  void onBroken(Throwable failure) {
    Exchange current = exchange;
    if (current != null) {
      exchange = null;
      current.onBroken(failure);
    }
  }

  void onRefused(Throwable failure) {
    Exchange current = exchange;
    if (current != null) {
      exchange = null;
      current.onRefused(failure);
    }
  }
}
