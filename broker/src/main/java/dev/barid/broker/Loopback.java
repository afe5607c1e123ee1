package dev.barid.broker;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.ServerSocketChannel;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.server.ServerSocketFactory;
import org.jspecify.annotations.Nullable;

/**
 * The broker's two server sockets, bound before Kafka starts: so a free port is ours from the
 * moment that it is known, and a port in use is an error of ours, not one deep in Kafka.
 *
 * <p>Kafka takes each socket over when it opens the listener; {@link #close} closes those that it
 * never took. Until then, clients that connect wait.
 */
final class Loopback implements ServerSocketFactory, AutoCloseable {
  static final String HOST = "127.0.0.1";
  private static final byte[] ADDRESS = {127, 0, 0, 1};
  private static final int BACKLOG = 128;

  private final Map<Integer, ServerSocketChannel> waiting = new ConcurrentHashMap<>();

  /**
   * Binds a socket.
   *
   * @param port the port, or 0 for a free one
   * @return the port bound
   */
  int bind(String name, int port) {
    ServerSocketChannel channel = null;
    try {
      channel = ServerSocketChannel.open();
      // As Kafka's own factory leaves it: its acceptor selects.
      channel.configureBlocking(false);
      channel.setOption(StandardSocketOptions.SO_REUSEADDR, true);
      channel.bind(new InetSocketAddress(InetAddress.getByAddress(ADDRESS), port), BACKLOG);
      int bound = ((InetSocketAddress) channel.getLocalAddress()).getPort();
      waiting.put(bound, channel);
      return bound;
    } catch (IOException e) {
      closeQuietly(channel);
      String expected =
          e instanceof BindException
              ? "a port on " + HOST + " that nothing else uses, or 0 for a free one"
              : "a port on " + HOST + " that this process may listen on";
      throw new BrokerException(
          name
              + " port \""
              + port
              + "\" can't be listened on: "
              + e.getMessage()
              + " (expected: "
              + expected
              + ")",
          e);
    }
  }

  @Override
  public ServerSocketChannel openServerSocket(
      String listenerName, InetSocketAddress address, int backlog, int receiveBufferSize)
      throws IOException {
    ServerSocketChannel channel = waiting.remove(address.getPort());
    return channel != null
        ? channel
        : INSTANCE.openServerSocket(listenerName, address, backlog, receiveBufferSize);
  }

  @Override
  public void close() {
    waiting.values().forEach(Loopback::closeQuietly);
    waiting.clear();
  }

  private static void closeQuietly(@Nullable ServerSocketChannel channel) {
    if (channel == null) {
      return;
    }
    try {
      channel.close();
    } catch (IOException e) {
      // Nothing was sent over it, and nobody waits for it.
    }
  }
}
