package dev.barid.faults.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@DisplayName("A relay")
@Timeout(30)
class RelayTest {

  private static final int SILENCE_MS = 200;

  private ServerSocket server;
  private Relay relay;

  @BeforeEach
  void open() throws IOException {
    server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
    relay = Relay.to(server.getLocalPort());
  }

  @AfterEach
  void close() throws IOException {
    relay.close();
    server.close();
  }

  @Test
  void passesBytesInBothDirections() throws IOException {
    try (Socket client = connect();
        Socket served = server.accept()) {
      client.getOutputStream().write(7);
      assertThat(served.getInputStream().read()).isEqualTo(7);
      served.getOutputStream().write(8);
      assertThat(client.getInputStream().read()).isEqualTo(8);
    }
  }

  @Test
  void holdsWhatIsSentWhileItDropsAndPassesItOnceHealed() throws IOException {
    try (Socket client = connect();
        Socket served = server.accept()) {
      relay.drop();
      client.getOutputStream().write(7);
      served.getOutputStream().write(8);
      assertSilent(served);
      assertSilent(client);

      relay.heal();
      assertThat(served.getInputStream().read()).isEqualTo(7);
      assertThat(client.getInputStream().read()).isEqualTo(8);
    }
  }

  @Test
  void takesNewConnectionsNowhereWhileItDrops() throws IOException {
    relay.drop();
    try (Socket client = connect()) {
      client.getOutputStream().write(7);
      server.setSoTimeout(SILENCE_MS);
      assertThatThrownBy(server::accept).isInstanceOf(SocketTimeoutException.class);
      assertSilent(client);

      relay.heal();
      try (Socket served = server.accept()) {
        assertThat(served.getInputStream().read()).isEqualTo(7);
      }
    }
  }

  @Test
  void tellsNobodyOfAnEndWhileItDrops() throws IOException {
    try (Socket client = connect();
        Socket served = server.accept()) {
      relay.drop();
      served.close();
      assertSilent(client);

      relay.heal();
      assertThat(client.getInputStream().read()).isNegative();
    }
  }

  @Test
  void endsAConnectionWhenNobodyListensBehindIt() throws IOException {
    server.close();
    try (Socket client = connect()) {
      assertThat(client.getInputStream().read()).isNegative();
    }
  }

  private Socket connect() throws IOException {
    Socket client = new Socket(InetAddress.getLoopbackAddress(), relay.port());
    client.setSoTimeout((int) TimeUnit.SECONDS.toMillis(10));
    return client;
  }

  private static void assertSilent(Socket socket) throws IOException {
    int before = socket.getSoTimeout();
    socket.setSoTimeout(SILENCE_MS);
    assertThatThrownBy(() -> socket.getInputStream().read())
        .isInstanceOf(SocketTimeoutException.class);
    socket.setSoTimeout(before);
  }
}
