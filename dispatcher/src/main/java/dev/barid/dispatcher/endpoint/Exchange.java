package dev.barid.dispatcher.endpoint;

import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/**
 * Who is told of a request under way: either of its end, of its break, or that it was refused, and
 * once. Called on the event loop.
 */
interface Exchange {

  /** All of the request has been handed to the system. */
  void onSent();

  /** The final answer begins; with these fields' values, if it has them. */
  void onHead(int status, @Nullable CharSequence retryAfter, @Nullable CharSequence location);

  /** A piece of its body, which is the connection's: nothing of it may be kept. */
  void onBody(ByteBuf piece);

  void onEnd();

  /** It has no end. With HTTP/1.1 the connection is closed, or will be. */
  void onBroken(Throwable failure);

  /** It has surely not been acted upon, and won't be: it can be sent again. */
  void onRefused(Throwable failure);
}
