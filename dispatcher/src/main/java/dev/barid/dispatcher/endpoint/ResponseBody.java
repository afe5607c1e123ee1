package dev.barid.dispatcher.endpoint;

import dev.barid.core.attempt.Excerpt;
import io.netty.buffer.ByteBuf;
import java.util.Arrays;

/** Counts what arrives of a response body and keeps its start. */
final class ResponseBody {
  /** What is read of a response at most; then the connection is closed. */
  static final int MAX_READ_BYTES = 64 * 1024;

  /** One byte more than is shown, so that the excerpt knows whether it was cut. */
  private static final int KEPT_BYTES = Excerpt.MAX_BYTES + 1;

  private byte[] start = {};
  private long received;

  /** Takes the next piece. */
  void add(ByteBuf chunk) {
    received += chunk.readableBytes();
    int kept = start.length;
    int more = Math.min(chunk.readableBytes(), KEPT_BYTES - kept);
    if (more > 0) {
      start = Arrays.copyOf(start, kept + more);
      chunk.getBytes(chunk.readerIndex(), start, kept, more);
    }
  }

  long received() {
    return received;
  }

  boolean isOverLimit() {
    return received > MAX_READ_BYTES;
  }

  String excerpt() {
    return Excerpt.of(start);
  }
}
