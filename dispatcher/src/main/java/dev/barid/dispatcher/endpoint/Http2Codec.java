package dev.barid.dispatcher.endpoint;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http2.AbstractHttp2ConnectionHandlerBuilder;
import io.netty.handler.codec.http2.Http2CodecUtil;
import io.netty.handler.codec.http2.Http2ConnectionDecoder;
import io.netty.handler.codec.http2.Http2ConnectionEncoder;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.handler.ssl.SslCloseCompletionEvent;
import java.nio.channels.ClosedChannelException;

/**
 * Reads and writes the frames of an {@link Http2Connection}, and tells it what goes wrong. Says to
 * the peer what it may send, and ends the connection when it sends more.
 */
final class Http2Codec extends Http2ConnectionHandler {

  /** CONTINUATION frames in a row that are shorter than they need be. */
  private static final int MOST_SMALL_CONTINUATIONS = 16;

  /** DATA frames in a row that hold nothing. */
  private static final int MOST_EMPTY_DATA = 2;

  /** RST_STREAM frames in a second. */
  private static final int MOST_RESETS = 1_000;

  /** Frames of ours that only answer the peer's, and that it doesn't read. */
  private static final int MOST_QUEUED_CONTROL = 10_000;

  private final Http2Connection connection;

  private Http2Codec(
      Http2ConnectionDecoder decoder,
      Http2ConnectionEncoder encoder,
      Http2Settings settings,
      Http2Connection connection) {
    // To close it doesn't wait until the peer has read that it will be.
    super(decoder, encoder, settings, true);
    this.connection = connection;
  }

  static Http2Codec of(Http2Connection connection) {
    return new Builder(connection).build();
  }

  /** Tells the peer that nothing more will come. Nothing waits for it to go out. */
  void writeGoAway(ChannelHandlerContext to) {
    var unused = goAway(to, 0, Http2Error.NO_ERROR.code(), Unpooled.EMPTY_BUFFER, to.newPromise());
  }

  @Override
  public void handlerAdded(ChannelHandlerContext added) throws Exception {
    connection.attach(added);
    super.handlerAdded(added);
  }

  @Override
  public void channelRead(ChannelHandlerContext from, Object bytes) throws Exception {
    boolean more = connection.onHeard(((ByteBuf) bytes).readableBytes());
    super.channelRead(from, bytes);
    if (!more) {
      onError(
          from,
          false,
          Http2Exception.connectionError(
              Http2Error.ENHANCE_YOUR_CALM, "too much that belongs to no answer"));
    }
  }

  @Override
  protected void onStreamError(
      ChannelHandlerContext from,
      boolean outbound,
      Throwable cause,
      Http2Exception.StreamException error) {
    super.onStreamError(from, outbound, cause, error);
    connection.onStreamError(error);
  }

  @Override
  protected void onConnectionError(
      ChannelHandlerContext from, boolean outbound, Throwable cause, Http2Exception error) {
    connection.onBroken(cause);
    super.onConnectionError(from, outbound, cause, error);
    connection.end(from);
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext from, Throwable cause) throws Exception {
    if (Http2CodecUtil.getEmbeddedHttp2Exception(cause) == null) {
      // No error of ours to log: it is the attempt that tells what strangers' servers do.
      connection.onBroken(cause);
      var unused = from.close();
    } else {
      super.exceptionCaught(from, cause);
    }
  }

  /** When the peer ends TLS nothing more can come, whether it closes the connection or not. */
  @Override
  public void userEventTriggered(ChannelHandlerContext from, Object event) throws Exception {
    if (event instanceof SslCloseCompletionEvent) {
      connection.onBroken(new ClosedChannelException());
      var unused = from.close();
    } else {
      super.userEventTriggered(from, event);
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext gone) throws Exception {
    connection.onInactive();
    super.channelInactive(gone);
  }

  private static final class Builder
      extends AbstractHttp2ConnectionHandlerBuilder<Http2Codec, Builder> {
    private final Http2Connection connection;

    Builder(Http2Connection connection) {
      this.connection = connection;
      server(false);
      initialSettings(
          Http2Settings.defaultSettings()
              .pushEnabled(false)
              .maxConcurrentStreams(0)
              .maxHeaderListSize(AnswerDecoder.MAX_HEADER_BYTES));
      decoderEnforceMaxSmallContinuationFrames(MOST_SMALL_CONTINUATIONS);
      decoderEnforceMaxConsecutiveEmptyDataFrames(MOST_EMPTY_DATA);
      decoderEnforceMaxRstFramesPerWindow(MOST_RESETS, 1);
      encoderEnforceMaxQueuedControlFrames(MOST_QUEUED_CONTROL);
      headerSensitivityDetector((name, value) -> Http2Fields.isForOnce(name));
      frameListener(connection);
    }

    @Override
    protected Http2Codec build() {
      return super.build();
    }

    @Override
    protected Http2Codec build(
        Http2ConnectionDecoder decoder, Http2ConnectionEncoder encoder, Http2Settings settings) {
      return new Http2Codec(decoder, encoder, settings, connection);
    }
  }
}
