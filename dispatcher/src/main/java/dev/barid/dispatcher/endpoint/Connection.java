package dev.barid.dispatcher.endpoint;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.DecoderResult;
import io.netty.handler.codec.http.HttpContent;
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
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One connection to an endpoint, in the hands of one attempt or idle: sends a request, and hands on
 * what the HTTP decoder before it in the pipeline makes of what comes in.
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
final class Connection extends SimpleChannelInboundHandler<HttpObject> {

  /** Who is told of the request under way: either of its end or of its break, once. */
  interface Exchange {

    /** All of the request has been handed to the system. */
    void onSent();

    /** The final answer begins. */
    void onHead(HttpResponse head);

    /** A piece of its body, which is the connection's: nothing of it may be kept. */
    void onBody(ByteBuf piece);

    void onEnd();

    /** It has no end. The connection is closed, or will be. */
    void onBroken(Throwable failure);
  }

  /** An answer may be preceded by interim ones (RFC 9110 15.2), but not by a flood of them. */
  private static final int MOST_INTERIM = 100;

  private static final AsciiString KEEP_ALIVE = AsciiString.cached("keep-alive");

  private static final Pattern PEERS_SECONDS =
      Pattern.compile("\\btimeout *= *\"?([0-9]{1,9})", Pattern.CASE_INSENSITIVE);

  private final Destination destination;
  private final Consumer<Connection> onClosed;
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
   * @param onClosed called once when it is closed, by whomever
   */
  Connection(Destination destination, long keepNanos, Consumer<Connection> onClosed) {
    this.destination = destination;
    this.keepNanos = keepNanos;
    this.onClosed = onClosed;
  }

  Destination destination() {
    return destination;
  }

  /** Whether it can't be used any more. That its channel has closed is told it a turn later. */
  boolean isClosed() {
    return closed || (context != null && !context.channel().isActive());
  }

  /** Whether a request is under way, so that what comes in may be its answer. */
  boolean isAwaiting() {
    return exchange != null;
  }

  /** Whether another request may be sent, by what the peer has said of it. */
  boolean isPersistent() {
    return persistent && !isClosed();
  }

  void idleSince(long nanos) {
    idleSinceNanos = nanos;
  }

  boolean isOld(long nowNanos) {
    return nowNanos - idleSinceNanos >= keepNanos;
  }

  /**
   * Sends a request.
   *
   * @throws IllegalArgumentException if the request can't be written; nothing was sent then
   */
  void send(OutgoingRequest request, Exchange next) {
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

  /** Nobody waits for the answer any more, or it has come: what comes now was not asked for. */
  void leave() {
    exchange = null;
  }

  /** Closes it now, whatever is still to be sent. */
  void close() {
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
    current.onHead(head);
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
    onClosed.accept(this);
  }

  /** No error of ours to log: it is the attempt that tells what strangers' servers do. */
  @Override
  public void exceptionCaught(ChannelHandlerContext from, Throwable failure) {
    broken(failure);
  }
}
