package dev.barid.dispatcher.endpoint;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpResponseDecoder;
import java.util.List;

/**
 * Makes answers of what comes in while a request is under way. Whatever else comes in, down to the
 * single byte after an answer, would become the start of the next one: it ends the connection.
 */
final class AnswerDecoder extends HttpResponseDecoder {
  static final int MAX_HEADER_BYTES = 32 * 1024;

  private final Http1Connection connection;

  AnswerDecoder(Http1Connection connection) {
    super(new HttpDecoderConfig().setMaxHeaderSize(MAX_HEADER_BYTES));
    this.connection = connection;
  }

  @Override
  protected void decode(ChannelHandlerContext from, ByteBuf in, List<Object> out) throws Exception {
    if (connection.isAwaiting()) {
      super.decode(from, in, out);
    } else {
      in.skipBytes(in.readableBytes());
      connection.close();
    }
  }
}
