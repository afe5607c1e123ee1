package dev.barid.dispatcher.endpoint;

import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.DecoderResult;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.ssl.SslCloseCompletionEvent;
import io.netty.util.AsciiString;
import java.nio.channels.ClosedChannelException;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One connection that speaks HTTP/1.1, in the hands of one attempt or idle: sends a request, and
 * hands on what the HTTP decoder before it in the pipeline makes of what comes in.
 *
 * <pre>
 *   idle ──send──► request out ──► (interim answers) ──► head ──► body … ──► end ──► idle
 *                        any time: broken, or closed by either side ──► closed
 * </pre>
 *
 * <p>What comes in while no request is under way was not asked for: the next one must not be given
 * it, so the connection is closed.
 *
 * <p>Confined to its event loop.
 */
final class Http1Connection extends SimpleChannelInboundHandler<HttpObject>
    implements Connection, Lease {

  /** An answer may be preceded by interim ones (RFC 9110 15.2), but not by a flood of them. */
  static final int MOST_INTERIM = 100;

  private static final AsciiString KEEP_ALIVE = AsciiString.cached("keep-alive");

  private static final Pattern PEERS_SECONDS =
      Pattern.compile("\\btimeout *= *\"?([0-9]{1,9})", Pattern.CASE_INSENSITIVE);

  private final Destination destination;
  private final Keeper keeper;
  private long keepNanos;
  private long idleSinceNanos;
  private boolean closed;

  /** Whether the peer lets it be used again, by the last answer's head. */
  private boolean persistent = true;

  private boolean interim;
  private int interims;
  private @Nullable Exchange exchange;
  private @Nullable ChannelFuture sent;
  private @Nullable ChannelHandlerContext context;

  /**
   * @param keepNanos how long it may be idle
   */
  Http1Connection(Destination destination, long keepNanos, Keeper keeper) {
    this.destination = destination;
    this.keepNanos = keepNanos;
    this.keeper = keeper;
  }

  @Override
  public Destination destination() {
    return destination;
  }

  @Override
  public boolean isClosed() {
    return closed || (context != null && !context.channel().isActive());
  }

  /** Whether a request is under way, so that what comes in may be its answer. */
  boolean isAwaiting() {
    return exchange != null;
  }

  @Override
  public void idleSince(long nanos) {
    idleSinceNanos = nanos;
  }

  @Override
  public boolean isOld(long nowNanos) {
    return nowNanos - idleSinceNanos >= keepNanos;
  }

  @Override
  public void send(OutgoingRequest request, Exchange next) {
    ChannelHandlerContext open = context;
    if (open == null || isClosed()) {
      throw new IllegalStateException("connection is closed (expected: open)");
    }
    ChannelFuture sending = RequestBytes.write(request, open);
    sent = sending;
    exchange = next;
    interims = 0;
    sending.addListener(
        done -> {
          if (exchange != next) {
            return;
          }
          if (done.isSuccess()) {
            next.onSent();
          } else {
            broken(done.cause());
          }
        });
  }

  @Override
  public void complete() {
    if (persistent && !isClosed()) {
      // What comes now was not asked for.
      exchange = null;
      keeper.onIdle(this);
    } else {
      close();
    }
  }

  @Override
  public void abandon(boolean timedOut) {
    close();
  }

  @Override
  public void close() {
    exchange = null;
    if (closed || context == null) {
      closed = true;
      return;
    }
    closed = true;
    // TLS would go on sending what waits, for seconds: while some of the request is left, past it.
    boolean allSent = sent == null || sent.isDone();
    ChannelHandlerContext from = allSent ? context : context.pipeline().firstContext();
    var unused = from.close();
  }

  @Override
  public void handlerAdded(ChannelHandlerContext added) {
    context = added;
  }

  @Override
  protected void channelRead0(ChannelHandlerContext from, HttpObject message) {
    Exchange current = exchange;
    if (current == null) {
      close();
      return;
    }
    DecoderResult decoded = message.decoderResult();
    if (decoded.isFailure()) {
      broken(decoded.cause());
      return;
    }
    if (message instanceof HttpResponse head) {
      onHead(current, head);
    }
    if (message instanceof HttpContent content && !interim) {
      if (content.content().isReadable()) {
        current.onBody(content.content());
      }
      // What it heard may have ended it.
      if (message instanceof LastHttpContent && exchange == current) {
        current.onEnd();
      }
    } else if (message instanceof LastHttpContent) {
      interim = false;
    }
  }

  private void onHead(Exchange current, HttpResponse head) {
    interim =
        head.status().codeClass() == HttpStatusClass.INFORMATIONAL
            && head.status().code() != HttpResponseStatus.SWITCHING_PROTOCOLS.code();
    if (interim) {
      interims++;
      if (interims > MOST_INTERIM) {
        broken(new IllegalStateException("more than " + MOST_INTERIM + " interim answers"));
      }
      return;
    }
    persistent =
        HttpUtil.isKeepAlive(head)
            && head.status().code() != HttpResponseStatus.SWITCHING_PROTOCOLS.code();
    String keepAlive = head.headers().get(KEEP_ALIVE);
    if (keepAlive != null) {
      peerKeeps(keepAlive);
    }
    HttpHeaders headers = head.headers();
    current.onHead(
        head.status().code(),
        headers.get(HttpHeaderNames.RETRY_AFTER),
        headers.get(HttpHeaderNames.LOCATION));
  }

  /**
   * The peer says how long it keeps an idle connection. Ours is kept for less: a request that is
   * under way when the peer closes is lost.
   */
  private void peerKeeps(String keepAlive) {
    Matcher seconds = PEERS_SECONDS.matcher(keepAlive);
    if (seconds.find()) {
      long peersNanos = TimeUnit.SECONDS.toNanos(Integer.parseInt(seconds.group(1)));
      keepNanos = Math.min(keepNanos, peersNanos / 5 * 4);
    }
  }

  private void broken(Throwable failure) {
    Exchange current = exchange;
    close();
    if (current != null) {
      current.onBroken(failure);
    }
  }

  /** When the peer ends TLS nothing more can come, whether it closes the connection or not. */
  @Override
  public void userEventTriggered(ChannelHandlerContext from, Object event) {
    if (!(event instanceof SslCloseCompletionEvent)) {
      from.fireUserEventTriggered(event);
    } else if (exchange == null) {
      close();
    } else {
      // It may be the end of the answer.
      var unused = from.close();
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext gone) {
    broken(new ClosedChannelException());
    keeper.onClosed(this);
  }

  /** No error of ours to log: it is the attempt that tells what strangers' servers do. */
  @Override
  public void exceptionCaught(ChannelHandlerContext from, Throwable failure) {
    broken(failure);
  }
}
