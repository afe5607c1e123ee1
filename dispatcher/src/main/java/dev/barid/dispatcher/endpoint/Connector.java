package dev.barid.dispatcher.endpoint;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslProvider;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.Promise;
import java.net.InetSocketAddress;
import java.util.function.Consumer;
import javax.net.ssl.SSLException;

/**
 * Connects to endpoints: TCP to the address that was judged, TLS by the URL's name, HTTP/1.1.
 *
 * <p>Confined to the event loop.
 */
final class Connector {

  /**
   * Ends connections that nobody waits for any more: one that is being made isn't abandoned when
   * its attempt ends, for another one may have it.
   */
  private static final long LONGEST_MS = 15_000;

  private final EventLoop loop;
  private final SslContext tls;
  private final long keepNanos;
  private final Bootstrap sockets;
  private final ChannelGroup open;

  /**
   * @param keepNanos how long a connection may be idle
   */
  Connector(EventLoop loop, SslContext tls, long keepNanos) {
    this.loop = loop;
    this.tls = tls;
    this.keepNanos = keepNanos;
    this.sockets =
        new Bootstrap()
            .group(loop)
            .channel(NioSocketChannel.class)
            .option(ChannelOption.TCP_NODELAY, true);
    this.open = new DefaultChannelGroup(loop, true);
  }

  /** TLS 1.2 or newer, certificate and host name verified against the JVM's trust store. */
  static SslContextBuilder tls() {
    return SslContextBuilder.forClient()
        .sslProvider(SslProvider.JDK)
        .protocols("TLSv1.3", "TLSv1.2")
        .endpointIdentificationAlgorithm("HTTPS");
  }

  /** The same, built. */
  static SslContext defaultTls() {
    try {
      return tls().build();
    } catch (SSLException broken) {
      throw new IllegalStateException("the JVM's TLS can't be used", broken);
    }
  }

  /**
   * Makes a connection, which is the caller's.
   *
   * @param timeoutMs for TCP and for TLS, each
   * @param onClosed called once when it is closed, by whomever
   */
  Future<Connection> connect(
      Destination destination, long timeoutMs, Consumer<Connection> onClosed) {
    long atMostMs = Math.min(timeoutMs, LONGEST_MS);
    Promise<Connection> made = loop.newPromise();
    Connection connection = new Connection(destination, keepNanos, onClosed);
    sockets
        .clone()
        .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, (int) atMostMs)
        .handler(
            new ChannelInitializer<Channel>() {
              @Override
              protected void initChannel(Channel channel) {
                open.add(channel);
                if (destination.ssl()) {
                  channel.pipeline().addLast(negotiation(channel, destination, atMostMs));
                }
                channel.pipeline().addLast(new AnswerDecoder(connection), connection);
              }
            })
        .connect(new InetSocketAddress(destination.address(), destination.port()))
        .addListener(
            (ChannelFutureListener)
                connected -> {
                  if (!connected.isSuccess()) {
                    made.setFailure(connected.cause());
                  } else if (destination.ssl()) {
                    awaitTls(connected.channel(), connection, made);
                  } else {
                    made.setSuccess(connection);
                  }
                });
    return made;
  }

  private static void awaitTls(Channel channel, Connection connection, Promise<Connection> made) {
    channel
        .pipeline()
        .get(SslHandler.class)
        .handshakeFuture()
        .addListener(
            negotiated -> {
              if (negotiated.isSuccess()) {
                made.setSuccess(connection);
              } else {
                made.setFailure(negotiated.cause());
              }
            });
  }

  private SslHandler negotiation(Channel channel, Destination destination, long atMostMs) {
    SslHandler handler = tls.newHandler(channel.alloc(), destination.host(), destination.port());
    handler.setHandshakeTimeoutMillis(atMostMs);
    return handler;
  }

  /** Closes what was made and what is being made. */
  void close() {
    var unused = open.close();
  }
}
