package dev.barid.dispatcher.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.barid.core.attempt.AttemptResult;
import dev.barid.core.attempt.AttemptResult.Answered;
import dev.barid.core.attempt.AttemptResult.Failed;
import dev.barid.core.attempt.ErrorClass;
import io.netty.resolver.dns.SingletonDnsServerAddressStreamProvider;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A name is looked up once per attempt, all its addresses are judged, and one is connected to. */
@Tag("R-X1")
class NameLookupsTest {
  private static final Duration TIMEOUT = Duration.ofSeconds(10);
  private static final ScriptedServer.Script OK =
      peer -> {
        while (peer.readRequest()) {
          peer.send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
        }
      };

  private static AttemptResult post(EndpointClient client, int port, Duration timeout)
      throws Exception {
    CompletableFuture<AttemptResult> result = new CompletableFuture<>();
    client.send(
        Sending.request("http://hooks.example:" + port + "/", "{}", timeout), result::complete);
    return result.get(20, TimeUnit.SECONDS);
  }

  private interface Use {
    void with(EndpointClient client) throws Exception;
  }

  private static void withClient(FakeNameServer names, Use use) throws Exception {
    try (EventLoops loops = new EventLoops(1);
        EndpointClient client =
            new EndpointClient(loops, Sending.LOOPBACK, names.provider(), Connector.defaultTls())) {
      use.with(client);
    }
  }

  private static ScriptedServer listeningOn(String address, int port) throws Exception {
    return new ScriptedServer(new ServerSocket(port, 50, InetAddress.getByName(address)), OK);
  }

  @Test
  void oneRefusedAddressRefusesTheName() throws Exception {
    try (ScriptedServer server = listeningOn("127.0.0.1", 0);
        FakeNameServer names = FakeNameServer.always("127.0.0.1", "10.0.0.1")) {
      withClient(
          names,
          client -> {
            Failed failed = (Failed) post(client, server.port(), TIMEOUT);

            assertThat(failed.kind()).isEqualTo(ErrorClass.BLOCKED_ADDRESS);
            assertThat(failed.message())
                .startsWith("host \"hooks.example\" refused by rule private 10.0.0.0/8");
            assertThat(server.connections()).isZero();
          });
    }
  }

  @Test
  void theAddressJudgedIsTheOneConnectedTo() throws Exception {
    // A second lookup would answer with an address where nobody may go.
    try (ScriptedServer server = listeningOn("127.0.0.2", 0);
        FakeNameServer names =
            new FakeNameServer(0, n -> List.of(n == 0 ? "127.0.0.2" : "10.0.0.1"))) {
      withClient(
          names,
          client -> {
            assertThat(post(client, server.port(), TIMEOUT)).isEqualTo(new Answered(200));
            assertThat(names.asked).hasValue(1);
            assertThat(server.nextRequest()).contains("Host: hooks.example:" + server.port());
          });
    }
  }

  @Test
  void aPooledConnectionIsNoWayAroundTheNextLookupsJudgement() throws Exception {
    try (ScriptedServer server = listeningOn("127.0.0.2", 0);
        FakeNameServer names =
            new FakeNameServer(0, n -> List.of(n == 0 ? "127.0.0.2" : "10.0.0.1"))) {
      withClient(
          names,
          client -> {
            assertThat(post(client, server.port(), TIMEOUT)).isEqualTo(new Answered(200));
            assertThat(post(client, server.port(), TIMEOUT).reason()).isEqualTo("blocked-address");
          });
    }
  }

  @Test
  void anAnswerIsKeptForItsTimeToLive() throws Exception {
    try (ScriptedServer server = listeningOn("127.0.0.1", 0);
        FakeNameServer names = new FakeNameServer(600, n -> List.of("127.0.0.1"))) {
      withClient(
          names,
          client -> {
            for (int i = 0; i < 10; i++) {
              assertThat(post(client, server.port(), TIMEOUT)).isEqualTo(new Answered(200));
            }
            assertThat(names.asked).hasValue(1);
            assertThat(client.connectionsMade()).isEqualTo(1);
          });
    }
  }

  @Test
  void lookupsOfOneNameAtOnceShareTheirQueries() throws Exception {
    try (ScriptedServer server = listeningOn("127.0.0.1", 0);
        FakeNameServer names = FakeNameServer.always("127.0.0.1")) {
      withClient(
          names,
          client -> {
            List<CompletableFuture<AttemptResult>> results = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
              CompletableFuture<AttemptResult> result = new CompletableFuture<>();
              results.add(result);
              client.send(
                  Sending.request("http://hooks.example:" + server.port() + "/", "{}", TIMEOUT),
                  result::complete);
            }
            for (CompletableFuture<AttemptResult> result : results) {
              assertThat(result.get(20, TimeUnit.SECONDS)).isEqualTo(new Answered(200));
            }
            assertThat(names.asked.get()).isLessThan(50);
          });
    }
  }

  @Test
  void whereTheFirstAddressRefusesTheNextOneIsTried() throws Exception {
    try (ScriptedServer server = listeningOn("127.0.0.2", 0);
        FakeNameServer names = FakeNameServer.always("127.0.0.1", "127.0.0.2")) {
      withClient(
          names,
          client -> assertThat(post(client, server.port(), TIMEOUT)).isEqualTo(new Answered(200)));
    }
  }

  @Test
  void whereNoAddressTakesAConnectionTheLastOnesFailureIsTold() throws Exception {
    int port;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
      port = free.getLocalPort();
    }
    try (FakeNameServer names = FakeNameServer.always("127.0.0.1", "127.0.0.2")) {
      withClient(
          names,
          client -> {
            Failed failed = (Failed) post(client, port, TIMEOUT);

            assertThat(failed.kind()).isEqualTo(ErrorClass.CONNECT);
            assertThat(failed.message()).contains("127.0.0.2");
          });
    }
  }

  @Test
  void aNameWithoutAddressesIsDns() throws Exception {
    try (FakeNameServer names = FakeNameServer.always()) {
      withClient(names, client -> assertThat(post(client, 1, TIMEOUT).reason()).isEqualTo("dns"));
    }
  }

  @Test
  @Tag("R-I8")
  void theDeadlineCoversTheLookup() throws Exception {
    try (EventLoops loops = new EventLoops(1);
        DatagramSocket silent = new DatagramSocket(0, InetAddress.getByName("127.0.0.1"));
        EndpointClient client =
            new EndpointClient(
                loops,
                Sending.LOOPBACK,
                new SingletonDnsServerAddressStreamProvider(
                    new InetSocketAddress("127.0.0.1", silent.getLocalPort())),
                Connector.defaultTls())) {
      Failed failed = (Failed) post(client, 1, Duration.ofMillis(300));

      assertThat(failed.kind()).isEqualTo(ErrorClass.TIMEOUT);
      assertThat(failed.message()).isEqualTo("not done within 300ms, while resolving the host");
    }
  }
}
