package dev.barid.dispatcher.endpoint;

import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.util.concurrent.TimeUnit;

/** The threads on which endpoints are talked to. */
public final class EventLoops implements AutoCloseable {
  private static final long CLOSE_SECONDS = 2;

  private final EventLoopGroup group;

  /**
   * Starts them, each when it is first needed.
   *
   * @param count how many, at least one
   */
  public EventLoops(int count) {
    group =
        new MultiThreadIoEventLoopGroup(
            count, new DefaultThreadFactory("barid-http", true), NioIoHandler.newFactory());
  }

  /** One of them, in turns. */
  EventLoop next() {
    return group.next();
  }

  /** Ends them and closes what is open on them; waits for that for 2 s at most. */
  @Override
  public void close() {
    var unused =
        group
            .shutdownGracefully(0, CLOSE_SECONDS, TimeUnit.SECONDS)
            .awaitUninterruptibly(CLOSE_SECONDS, TimeUnit.SECONDS);
  }
}
