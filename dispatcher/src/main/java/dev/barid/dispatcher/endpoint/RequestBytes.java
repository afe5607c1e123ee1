package dev.barid.dispatcher.endpoint;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** A request as HTTP/1.1 writes it (RFC 9112 sections 3 and 5). */
final class RequestBytes {

  /** Up to here head and body go out as one piece; to copy more would cost more than it spares. */
  private static final int ONE_PIECE_BYTES = 32 * 1024;

  private static final int USUAL_HEAD_CHARS = 768;

  private RequestBytes() {}

  /**
   * Writes it to the connection.
   *
   * @return done when all of it was handed to the system
   * @throws IllegalArgumentException if a header can't be written; nothing is written then
   */
  static ChannelFuture write(OutgoingRequest request, ChannelHandlerContext to) {
    byte[] head = head(request);
    byte[] body = request.body();
    if (head.length + body.length <= ONE_PIECE_BYTES) {
      ByteBuf both = to.alloc().directBuffer(head.length + body.length);
      return to.writeAndFlush(both.writeBytes(head).writeBytes(body));
    }
    // Whatever ends the first piece ends the second one, too.
    var unused = to.write(Unpooled.wrappedBuffer(head));
    return to.writeAndFlush(Unpooled.wrappedBuffer(body));
  }

  /** Request line and headers. */
  static byte[] head(OutgoingRequest request) {
    StringBuilder head = new StringBuilder(USUAL_HEAD_CHARS);
    head.append("POST ").append(request.url().requestTarget()).append(" HTTP/1.1\r\n");
    for (Map.Entry<String, String> header : request.headers()) {
      String value = header.getValue();
      requireOneLine(header.getKey(), value);
      head.append(header.getKey()).append(": ").append(value).append("\r\n");
    }
    head.append("content-length: ").append(request.body().length).append("\r\n\r\n");
    return head.toString().getBytes(StandardCharsets.ISO_8859_1);
  }

  static void requireOneLine(String name, String value) {
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if ((c < ' ' && c != '\t') || c >= 0x7F) {
        throw new IllegalArgumentException(
            "header "
                + name
                + " has character "
                + (int) c
                + " in its value (expected: printable ASCII)");
      }
    }
  }
}
