package dev.barid.testkit;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.barid.testkit.ReceivedRequest.HeaderLine;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Over plain sockets: the test must see what a client library would smooth over. */
@Timeout(30)
class ReceiverTest {
  private static final Duration SOON = Duration.ofSeconds(10);

  private final Receiver receiver = Receiver.start();

  @AfterEach
  void close() {
    receiver.close();
  }

  @Test
  void keepsRequestsExactlyAsSent() throws Exception {
    try (Connection connection = connect()) {
      connection.send(
          "POST /a%2Fb?q=%20x HTTP/1.1\r\nHost: h\r\nX-Twice: 1\r\nx-tWICE: 2\r\n"
              + "Content-Length: 3\r\n\r\n\u00ff\u0000z");
      assertThat(connection.readHead()).startsWith("HTTP/1.1 200 OK\r\n");
    }
    ReceivedRequest request = receiver.awaitRequests(1, SOON).get(0);
    assertThat(request.method()).isEqualTo("POST");
    assertThat(request.target()).isEqualTo("/a%2Fb?q=%20x");
    assertThat(request.path()).isEqualTo("/a%2Fb");
    assertThat(request.headers())
        .containsExactly(
            new HeaderLine("Host", "h"),
            new HeaderLine("X-Twice", "1"),
            new HeaderLine("x-tWICE", "2"),
            new HeaderLine("Content-Length", "3"));
    assertThat(request.headers("x-twice")).containsExactly("1", "2");
    assertThat(request.body()).containsExactly(0xff, 0x00, 'z');
  }

  @Test
  void tellsItsWatcherOfEachRequestBeforeItIsAnsweredAndHowItEnded() throws Exception {
    BlockingQueue<String> seen = new LinkedBlockingQueue<>();
    Receiver.Watcher watcher =
        request -> {
          seen.add("got " + request.path());
          return (status, complete) ->
              seen.add(request.path() + " " + status.orElse(0) + " " + complete);
        };
    try (Receiver watched = Receiver.start(0, watcher)) {
      watched.on("/fails").answer(503);
      watched.on("/hangs").hang();
      try (Connection connection = new Connection(new Socket("127.0.0.1", watched.port()))) {
        connection.get("/fails");
        assertThat(connection.readHead()).startsWith("HTTP/1.1 503");
        assertThat(seen.poll()).isEqualTo("got /fails");
        assertThat(seen.poll(10, SECONDS)).isEqualTo("/fails 503 true");
        connection.get("/hangs");
        assertThat(seen.poll(10, SECONDS)).isEqualTo("got /hangs");
        assertThat(seen).isEmpty();
      }
      assertThat(seen.poll(10, SECONDS)).isEqualTo("/hangs 0 false");
    }
  }

  @Test
  void answersOneStatusAfterTheOtherAndGoesOnWithTheLast() throws Exception {
    receiver.on("/orders").answers(503, 503, 200);
    try (Connection connection = connect()) {
      for (String status : List.of("503", "503", "200", "200")) {
        connection.get("/orders");
        assertThat(connection.readHead()).startsWith("HTTP/1.1 " + status);
      }
    }
    assertThat(receiver.requestsTo("/orders"))
        .hasSize(4)
        .allMatch(request -> request.connection() == 1);
    assertThat(receiver.awaitSuccesses(2, SOON)).hasSize(2);
    assertThat(receiver.connections()).isEqualTo(1);
  }

  @Test
  void changesWhileRunningAndPathByPath() throws Exception {
    receiver.on("/a").answer(500);
    receiver.elsewhere().answer(404);
    try (Connection connection = connect()) {
      connection.get("/a");
      assertThat(connection.readHead()).startsWith("HTTP/1.1 500");
      receiver.on("/a").answer(429, Map.of("Retry-After", "120"), "later");
      connection.get("/a");
      assertThat(connection.readHead()).startsWith("HTTP/1.1 429").contains("Retry-After: 120");
      assertThat(connection.read(5)).isEqualTo("later");
      connection.get("/b");
      assertThat(connection.readHead()).startsWith("HTTP/1.1 404");
    }
  }

  @Test
  void hangsWithTheConnectionOpen() throws Exception {
    receiver.on("/").hang();
    try (Connection connection = connect()) {
      connection.get("/");
      receiver.awaitRequests(1, SOON);
      assertThat(connection.socket.getInputStream().available()).isZero();
      assertThat(receiver.openConnections()).isEqualTo(1);
      assertThat(receiver.mostAtOnce("/")).isEqualTo(1);
    }
  }

  @Test
  void dripsByteByByte() throws Exception {
    receiver.on("/").drip(200, 3, Duration.ofMillis(5));
    try (Connection connection = connect()) {
      connection.get("/");
      connection.readHead();
      String chunk = "1\r\n.\r\n";
      assertThat(connection.read(3 * chunk.length() + 5)).isEqualTo(chunk.repeat(3) + "0\r\n\r\n");
    }
  }

  @Test
  void sendsABodyThatEndsOnlyWithTheConnection() throws Exception {
    receiver.on("/").endlessBody(200);
    try (Connection connection = connect()) {
      connection.get("/");
      connection.readHead();
      assertThat(connection.read(5 << 20)).hasSize(5 << 20);
    }
  }

  @Test
  void sendsHugeHeaders() throws Exception {
    receiver.on("/").hugeHeaders(200, 100_000);
    try (Connection connection = connect()) {
      connection.get("/");
      assertThat(connection.readHead().length()).isBetween(100_000, 102_000);
    }
  }

  @Test
  void saysALengthThatIsWrongAndCloses() throws Exception {
    receiver.on("/").wrongLength(200, 100, "short");
    try (Connection connection = connect()) {
      connection.get("/");
      assertThat(connection.readHead()).containsIgnoringCase("Content-Length: 100");
      assertThat(connection.readToEnd()).isEqualTo("short");
    }
  }

  @Test
  void hangsUpWithoutAnAnswer() throws Exception {
    receiver.on("/").hangUp();
    try (Connection connection = connect()) {
      connection.get("/");
      assertThat(connection.readToEnd()).isEmpty();
    }
  }

  @Test
  void resetsTheConnection() throws Exception {
    receiver.on("/").reset();
    try (Connection connection = connect()) {
      connection.get("/");
      assertThatThrownBy(connection::readToEnd)
          .isInstanceOf(SocketException.class)
          .hasMessageContaining("reset");
    }
  }

  @Test
  void answersLater() throws Exception {
    receiver.on("/").answerAfter(Duration.ofMillis(200), 204);
    try (Connection connection = connect()) {
      long startNanos = System.nanoTime();
      connection.get("/");
      assertThat(connection.readHead()).startsWith("HTTP/1.1 204");
      assertThat(Duration.ofNanos(System.nanoTime() - startNanos))
          .isGreaterThanOrEqualTo(Duration.ofMillis(195));
    }
  }

  @Test
  void decidesByTheRequest() throws Exception {
    receiver
        .elsewhere()
        .byRequest(request -> Behavior.answer(request.path().equals("/yes") ? 200 : 400));
    try (Connection connection = connect()) {
      connection.get("/yes");
      assertThat(connection.readHead()).startsWith("HTTP/1.1 200");
      connection.get("/no");
      assertThat(connection.readHead()).startsWith("HTTP/1.1 400");
    }
  }

  @Test
  void goesAwayAndComesBackOnTheSamePort() throws Exception {
    try (Connection connection = connect()) {
      connection.get("/");
      assertThat(connection.readHead()).startsWith("HTTP/1.1 200");
      receiver.goAway();
      assertThat(connection.readToEnd()).isEmpty();
    }
    assertThatThrownBy(this::connect).isInstanceOf(IOException.class);
    receiver.comeBack();
    try (Connection connection = connect()) {
      connection.get("/");
      assertThat(connection.readHead()).startsWith("HTTP/1.1 200");
    }
  }

  @Test
  void showsWhatCameWhenWhatWasWaitedForDoesNot() throws Exception {
    try (Connection connection = connect()) {
      connection.get("/seen");
      connection.readHead();
      assertThatThrownBy(() -> receiver.awaitRequests(2, Duration.ofMillis(50)))
          .isInstanceOf(AssertionError.class)
          .hasMessageContaining("not 2 requests, but 1; 1 requests:")
          .hasMessageContaining("GET /seen");
    }
  }

  private Connection connect() throws IOException {
    return new Connection(new Socket("127.0.0.1", receiver.port()));
  }

  private record Connection(Socket socket) implements AutoCloseable {
    void send(String bytes) throws IOException {
      socket.getOutputStream().write(bytes.getBytes(StandardCharsets.ISO_8859_1));
    }

    void get(String target) throws IOException {
      send("GET " + target + " HTTP/1.1\r\nHost: h\r\n\r\n");
    }

    String readHead() throws IOException {
      StringBuilder head = new StringBuilder();
      InputStream in = socket.getInputStream();
      while (head.indexOf("\r\n\r\n") < 0) {
        int read = in.read();
        if (read < 0) {
          throw new IOException("ended within the head: " + head);
        }
        head.append((char) read);
      }
      return head.toString();
    }

    String read(int count) throws IOException {
      return new String(socket.getInputStream().readNBytes(count), StandardCharsets.ISO_8859_1);
    }

    String readToEnd() throws IOException {
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
    }

    @Override
    public void close() throws IOException {
      socket.close();
    }
  }
}
