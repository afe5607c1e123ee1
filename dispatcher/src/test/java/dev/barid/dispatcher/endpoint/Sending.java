package dev.barid.dispatcher.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.barid.core.attempt.AttemptResult;
import dev.barid.core.attempt.AttemptResult.Answered;
import dev.barid.core.attempt.AttemptResult.Failed;
import dev.barid.core.net.AddressGuard;
import dev.barid.core.net.Cidr;
import dev.barid.core.net.EndpointUrl;
import io.netty.resolver.dns.DnsServerAddressStreamProviders;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A client per test, that may reach loopback, and ways to wait for what an attempt comes to. */
final class Sending implements BeforeEachCallback, AfterEachCallback {
  static final AddressGuard LOOPBACK = new AddressGuard(Cidr.parseList("allow", "127.0.0.0/8"));

  private final Function<EventLoops, EndpointClient> making;
  private @Nullable EventLoops loops;
  private @Nullable EndpointClient client;

  Sending() {
    this(LOOPBACK);
  }

  Sending(AddressGuard guard) {
    this(loops -> new EndpointClient(loops, guard));
  }

  Sending(Function<EventLoops, EndpointClient> making) {
    this.making = making;
  }

  /**
   * One that trusts the certificate of {@link SelfSigned} in that directory, by the time of a test.
   */
  static Sending trusting(Supplier<Path> dir) {
    return new Sending(loops -> client(loops, dir.get()));
  }

  private static EndpointClient client(EventLoops loops, Path dir) {
    try {
      return new EndpointClient(
          loops,
          LOOPBACK,
          DnsServerAddressStreamProviders.platformDefault(),
          Connector.tls().trustManager(SelfSigned.certificate(dir)).build());
    } catch (Exception broken) {
      throw new IllegalStateException(broken);
    }
  }

  @Override
  public void beforeEach(ExtensionContext context) {
    loops = new EventLoops(2);
    client = making.apply(loops);
  }

  @Override
  public void afterEach(ExtensionContext context) {
    client().close();
    Objects.requireNonNull(loops).close();
  }

  EndpointClient client() {
    return Objects.requireNonNull(client);
  }

  static OutgoingRequest request(String url, String body, Duration timeout) {
    String host = EndpointUrl.parse("url", url).hostHeader();
    return request(url, List.of(Map.entry("Host", host)), body, timeout);
  }

  static OutgoingRequest request(
      String url, List<Map.Entry<String, String>> headers, String body, Duration timeout) {
    return new OutgoingRequest(
        EndpointUrl.parse("url", url), headers, body.getBytes(StandardCharsets.UTF_8), timeout);
  }

  CompletableFuture<AttemptResult> start(OutgoingRequest request) {
    CompletableFuture<AttemptResult> result = new CompletableFuture<>();
    client().send(request, result::complete);
    return result;
  }

  AttemptResult post(OutgoingRequest request) {
    return start(request).orTimeout(30, TimeUnit.SECONDS).join();
  }

  Answered answered(String url) {
    AttemptResult result = post(request(url, "{}", Duration.ofSeconds(10)));
    assertThat(result).isInstanceOf(Answered.class);
    return (Answered) result;
  }

  Failed failed(String url, Duration timeout) {
    AttemptResult result = post(request(url, "{}", timeout));
    assertThat(result).isInstanceOf(Failed.class);
    return (Failed) result;
  }

  Failed failed(String url) {
    return failed(url, Duration.ofSeconds(10));
  }
}
