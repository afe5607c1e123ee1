package dev.barid.dispatcher.endpoint;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2FrameAdapter;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.util.collection.IntObjectHashMap;
import io.netty.util.collection.IntObjectMap;
import io.netty.util.concurrent.Promise;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One connection that speaks HTTP/2, shared by as many attempts as the peer lets it carry.
 *
 * <pre>
 *   preface ──peer's settings──► open ──► retired ──last request ends──► closed
 *      any time: broken, or closed by either side ──► closed
 * </pre>
 *
 * <p>Retired is one that takes no further request: the peer goes away or refused a stream, or it
 * has been silent for longer than an attempt may take.
 *
 * <p>Confined to its event loop.
 */
final class Http2Connection extends Http2FrameAdapter implements Connection {

  /** Requests on it at a time, where the peer would take more. */
  private static final int MOST_REQUESTS = 1_000;

  /** Bytes that further no answer, since something did or a request was sent. */
  private static final int MOST_IDLE_BYTES = 1 << 20;

  private final Destination destination;
  private final long keepNanos;
  private final Keeper keeper;
  private final Promise<Connection> ready;
  private final Http2Codec codec = Http2Codec.of(this);
  private final IntObjectMap<Http2Request> requests = new IntObjectHashMap<>();

  private long idleSinceNanos;
  private boolean retired;
  private boolean closed;
  private boolean flushing;
  private int idleBytes;

  /** How often anything has come in. */
  private long heard;

  /** What the peer gave as its reason for going away. */
  private @Nullable Throwable farewell;

  private @Nullable ChannelHandlerContext context;

  /**
   * @param keepNanos how long it may be idle
   * @param ready is given this connection once it can be used, or why it can't
   */
  Http2Connection(
      Destination destination, long keepNanos, Keeper keeper, Promise<Connection> ready) {
    this.destination = destination;
    this.keepNanos = keepNanos;
    this.keeper = keeper;
    this.ready = ready;
  }

  /** What reads and writes for it. */
  ChannelHandler codec() {
    return codec;
  }

  /** It can write from now on. */
  void attach(ChannelHandlerContext added) {
    context = added;
  }

  @Override
  public Destination destination() {
    return destination;
  }

  @Override
  public boolean isClosed() {
    return closed || (context != null && !context.channel().isActive());
  }

  @Override
  public void idleSince(long nanos) {
    idleSinceNanos = nanos;
  }

  @Override
  public boolean isOld(long nowNanos) {
    return requests.isEmpty() && nowNanos - idleSinceNanos >= keepNanos;
  }

  /** Whether no request may be sent over it any more. */
  boolean isRetired() {
    return retired || isClosed();
  }

  /** How many requests it may carry at a time. */
  int capacity() {
    return Math.min(MOST_REQUESTS, codec.connection().local().maxActiveStreams());
  }

  /**
   * Room for one request. The peer counts a stream until it has heard of its end, so what counts is
   * what was written.
   */
  Optional<Http2Request> lease() {
    return isRetired() || codec.connection().local().numActiveStreams() >= capacity()
        ? Optional.empty()
        : Optional.of(new Http2Request(this, heard));
  }

  /**
   * Sends a request.
   *
   * @return done when all of it was handed to the system; the body waits until the peer takes it
   * @throws IllegalArgumentException if the request can't be written; nothing was sent then
   */
  ChannelFuture send(OutgoingRequest request, Http2Request as) {
    ChannelHandlerContext to = context;
    if (to == null || isClosed()) {
      throw new IllegalStateException("connection is closed (expected: open)");
    }
    Http2Headers head = Http2Fields.of(request);
    int id = codec.connection().local().incrementAndGetNextStreamId();
    if (id < 0) {
      retire();
      throw new IllegalStateException("connection has carried all requests that it can");
    }
    as.begin(id);
    requests.put(id, as);
    idleBytes = 0;
    boolean bare = request.body().length == 0;
    ChannelFuture sending = codec.encoder().writeHeaders(to, id, head, 0, bare, to.newPromise());
    boolean failed = sending.isDone() && !sending.isSuccess();
    if (!bare && !failed) {
      ByteBuf body = Unpooled.wrappedBuffer(request.body());
      sending = codec.encoder().writeData(to, id, body, 0, true, to.newPromise());
    }
    flushSoon(to);
    return sending;
  }

  /** Once for all that is written in this turn of the event loop. */
  private void flushSoon(ChannelHandlerContext to) {
    if (!flushing) {
      flushing = true;
      to.executor()
          .execute(
              () -> {
                flushing = false;
                codec.flush(to);
              });
    }
  }

  /** Both sides have ended it. */
  void end(Http2Request request) {
    if (requests.remove(request.id()) != null) {
      afterOne();
    }
  }

  /** Nobody waits for its answer any more. */
  void abandon(Http2Request request, boolean timedOut) {
    ChannelHandlerContext to = context;
    if (requests.remove(request.id()) == null || to == null) {
      return;
    }
    if (!isClosed()) {
      var unused = codec.resetStream(to, request.id(), Http2Error.CANCEL.code(), to.newPromise());
      flushSoon(to);
    }
    if (timedOut && request.isUnheard(heard)) {
      retired = true;
    }
    afterOne();
  }

  private void afterOne() {
    if (requests.isEmpty() && !isClosed()) {
      if (retired) {
        close();
      } else {
        keeper.onIdle(this);
      }
    }
  }

  /** Takes no further request; closes once those under way have ended. */
  private void retire() {
    retired = true;
    if (requests.isEmpty()) {
      close();
    }
  }

  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    ChannelHandlerContext from = context;
    if (from == null) {
      return;
    }
    codec.writeGoAway(from);
    end(from);
  }

  /** Closes it, and what can't go out at once never will. */
  void end(ChannelHandlerContext from) {
    from.flush();
    ChannelOutboundBuffer waiting = from.channel().unsafe().outboundBuffer();
    // TLS would go on sending what waits, for seconds: past it.
    boolean stuck = waiting != null && !waiting.isEmpty();
    var unused = (stuck ? from.pipeline().firstContext() : from).close();
  }

  /**
   * Something has come in.
   *
   * @return whether the peer may go on
   */
  boolean onHeard(int bytes) {
    heard++;
    idleBytes += bytes;
    return idleBytes <= MOST_IDLE_BYTES;
  }

  @Override
  public void onHeadersRead(
      ChannelHandlerContext from,
      int id,
      Http2Headers headers,
      int dependency,
      short weight,
      boolean exclusive,
      int padding,
      boolean last) {
    onHeadersRead(from, id, headers, padding, last);
  }

  @Override
  public void onHeadersRead(
      ChannelHandlerContext from, int id, Http2Headers headers, int padding, boolean last) {
    Http2Request request = requests.get(id);
    if (request != null) {
      idleBytes = 0;
      request.onHeaders(headers, last);
    }
  }

  @Override
  public int onDataRead(
      ChannelHandlerContext from, int id, ByteBuf piece, int padding, boolean last) {
    // As it is read, not as it is kept, for what the peer may send next.
    int taken = piece.readableBytes() + padding;
    Http2Request request = requests.get(id);
    if (request != null) {
      idleBytes = 0;
      request.onBody(piece, last);
    }
    return taken;
  }

  @Override
  public void onRstStreamRead(ChannelHandlerContext from, int id, long code) {
    Http2Request request = requests.remove(id);
    if (request == null) {
      return;
    }
    Throwable reset = new IOException("the request was reset with " + nameOf(code));
    if (code == Http2Error.REFUSED_STREAM.code() && !request.hasHead()) {
      retired = true;
      request.onRefused(reset);
    } else {
      request.onBroken(reset);
    }
    afterOne();
  }

  /** What it has not begun with by now it never will; the others come to their ends. */
  @Override
  public void onGoAwayRead(ChannelHandlerContext from, int lastId, long code, ByteBuf debug) {
    retired = true;
    Throwable gone = new IOException("the connection was ended with " + nameOf(code));
    if (code != Http2Error.NO_ERROR.code()) {
      farewell = gone;
    }
    for (Http2Request request : List.copyOf(requests.values())) {
      if (request.id() > lastId && requests.remove(request.id()) != null) {
        if (request.hasHead()) {
          request.onBroken(gone);
        } else {
          request.onRefused(gone);
        }
      }
    }
    retire();
  }

  private static String nameOf(long code) {
    Http2Error known = Http2Error.valueOf(code);
    return known == null ? "error " + code : known.name();
  }

  @Override
  public void onSettingsRead(ChannelHandlerContext from, Http2Settings settings) {
    ready.trySuccess(this);
  }

  /** It was told not to; but that counts only once it has said that it knows. */
  @Override
  public void onPushPromiseRead(
      ChannelHandlerContext from, int id, int promised, Http2Headers headers, int padding)
      throws Http2Exception {
    throw Http2Exception.connectionError(
        Http2Error.PROTOCOL_ERROR, "an answer to what was not asked");
  }

  /** One stream has gone wrong, and was reset. */
  void onStreamError(Http2Exception.StreamException error) {
    Http2Request request = requests.remove(error.streamId());
    if (request != null) {
      request.onBroken(error);
      afterOne();
    }
  }

  /** Nothing more can come of it. Whoever calls this closes it. */
  void onBroken(Throwable failure) {
    closed = true;
    ready.tryFailure(failure);
    List<Http2Request> lost = List.copyOf(requests.values());
    requests.clear();
    lost.forEach(request -> request.onBroken(failure));
  }

  /** It has closed. */
  void onInactive() {
    onBroken(farewell != null ? farewell : new ClosedChannelException());
    keeper.onClosed(this);
  }
}
