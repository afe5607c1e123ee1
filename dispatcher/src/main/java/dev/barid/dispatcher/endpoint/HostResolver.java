package dev.barid.dispatcher.endpoint;

import io.netty.channel.EventLoop;
import io.netty.channel.socket.nio.NioDatagramChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.resolver.dns.DnsNameResolver;
import io.netty.resolver.dns.DnsNameResolverBuilder;
import io.netty.resolver.dns.DnsServerAddressStreamProvider;
import io.netty.util.concurrent.Future;
import java.net.InetAddress;
import java.util.List;

/**
 * Resolves host names on an event loop, so that a slow name server holds up no thread. Reads the
 * hosts file and resolv.conf, search domains included.
 *
 * <p>Answers are kept for their TTL, at most {@link #MAX_TTL_SECONDS}; lookups of a name that is
 * being looked up share its queries.
 */
final class HostResolver implements AutoCloseable {
  static final int MAX_TTL_SECONDS = 30;

  /** So that a burst for a name that doesn't exist asks once, and a new name is found soon. */
  private static final int NEGATIVE_TTL_SECONDS = 1;

  /** Several servers, or A after AAAA, must fit into an attempt's deadline. */
  private static final int QUERY_TIMEOUT_MS = 4_000;

  private static final int SHARED_QUERIES = 1_024;

  private final DnsNameResolver names;

  HostResolver(EventLoop loop, DnsServerAddressStreamProvider nameServers) {
    names =
        new DnsNameResolverBuilder(loop)
            .datagramChannelType(NioDatagramChannel.class)
            .socketChannelType(NioSocketChannel.class)
            .nameServerProvider(nameServers)
            .ttl(0, MAX_TTL_SECONDS)
            .negativeTtl(NEGATIVE_TTL_SECONDS)
            .queryTimeoutMillis(QUERY_TIMEOUT_MS)
            .consolidateCacheSize(SHARED_QUERIES)
            // Not only those that answered first: what is judged must not depend on timing.
            .completeOncePreferredResolved(false)
            .build();
  }

  /**
   * All addresses of a name, IPv4 first, at least one; fails with an UnknownHostException. Call it
   * on the event loop; completes there.
   */
  Future<List<InetAddress>> resolve(String host) {
    return names.resolveAll(host);
  }

  @Override
  public void close() {
    names.close();
  }
}
