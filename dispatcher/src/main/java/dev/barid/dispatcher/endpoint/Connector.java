package dev.barid.dispatcher.endpoint;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.ConnectTimeoutException;
import io.netty.channel.EventLoop;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ApplicationProtocolNames;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import io.netty.handler.ssl.SslProvider;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.Promise;
import io.netty.util.concurrent.ScheduledFuture;
import java.net.InetSocketAddress;
import java.nio.channels.ClosedChannelException;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLException;

/**
 * Connects to endpoints: TCP to the address that was judged, TLS by the URL's name. Over TLS it
 * speaks HTTP/2 with servers that choose it, else HTTP/1.1.
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
        .endpointIdentificationAlgorithm("HTTPS")
        .applicationProtocolConfig(
            new ApplicationProtocolConfig(
                ApplicationProtocolConfig.Protocol.ALPN,
                ApplicationProtocolConfig.SelectorFailureBehavior.NO_ADVERTISE,
                ApplicationProtocolConfig.SelectedListenerFailureBehavior.ACCEPT,
                ApplicationProtocolNames.HTTP_2,
                ApplicationProtocolNames.HTTP_1_1));
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
   * @param timeoutMs for TCP, for TLS and for the settings of HTTP/2, each
   */
  Future<Connection> connect(Destination destination, long timeoutMs, Connection.Keeper keeper) {
    int atMostMs = (int) Math.min(timeoutMs, LONGEST_MS);
    Promise<Connection> made = loop.newPromise();
    sockets
        .clone()
        .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, atMostMs)
        .handler(
            new ChannelInitializer<Channel>() {
              @Override
              protected void initChannel(Channel channel) {
                open.add(channel);
                if (destination.ssl()) {
                  channel.pipeline().addLast(negotiation(channel, destination, atMostMs));
                  channel.pipeline().addLast(new Negotiated(destination, atMostMs, keeper, made));
                } else {
                  speakHttp1(channel.pipeline(), destination, keeper);
                }
              }
            })
        .connect(new InetSocketAddress(destination.address(), destination.port()))
        .addListener(
            (ChannelFutureListener)
                connected -> {
                  if (!connected.isSuccess()) {
                    made.tryFailure(connected.cause());
                  } else if (!destination.ssl()) {
                    made.trySuccess(connected.channel().pipeline().get(Http1Connection.class));
                  }
                });
    return made;
  }

  private Http1Connection speakHttp1(
      ChannelPipeline pipeline, Destination destination, Connection.Keeper keeper) {
    Http1Connection connection = new Http1Connection(destination, keepNanos, keeper);
    pipeline.addLast(new AnswerDecoder(connection), connection);
    return connection;
  }

  /**
   * Takes part until the end of TLS's handshake, then leaves its place to what the server chose.
   */
  private final class Negotiated extends ChannelInboundHandlerAdapter {
    private final Destination destination;
    private final long settingsMs;
    private final Connection.Keeper keeper;
    private final Promise<Connection> made;

    Negotiated(
        Destination destination,
        long settingsMs,
        Connection.Keeper keeper,
        Promise<Connection> made) {
      this.destination = destination;
      this.settingsMs = settingsMs;
      this.keeper = keeper;
      this.made = made;
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext from, Object event) {
      if (!(event instanceof SslHandshakeCompletionEvent handshake)) {
        from.fireUserEventTriggered(event);
      } else if (!handshake.isSuccess()) {
        made.tryFailure(handshake.cause());
      } else if (ApplicationProtocolNames.HTTP_2.equals(
          from.pipeline().get(SslHandler.class).applicationProtocol())) {
        Http2Connection connection = new Http2Connection(destination, keepNanos, keeper, made);
        from.pipeline().replace(this, null, connection.codec());
        endWithout(from.channel());
      } else {
        Http1Connection connection = speakHttp1(from.pipeline(), destination, keeper);
        from.pipeline().remove(this);
        made.trySuccess(connection);
      }
    }

    /** A server that chose HTTP/2 and then says nothing. */
    private void endWithout(Channel channel) {
      ScheduledFuture<?> tooLate =
          loop.schedule(
              () -> {
                made.tryFailure(
                    new ConnectTimeoutException("no HTTP/2 settings within " + settingsMs + " ms"));
                var unused = channel.close();
              },
              settingsMs,
              TimeUnit.MILLISECONDS);
      made.addListener(ended -> tooLate.cancel(false));
    }

    @Override
    public void channelInactive(ChannelHandlerContext gone) {
      made.tryFailure(new ClosedChannelException());
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext from, Throwable failure) {
      made.tryFailure(failure);
      var unused = from.close();
    }
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
