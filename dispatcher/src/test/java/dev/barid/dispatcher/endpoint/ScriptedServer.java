package dev.barid.dispatcher.endpoint;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A server on a loopback port that does with each connection what its script says. */
final class ScriptedServer implements AutoCloseable {
  private static final Pattern LENGTH = Pattern.compile("(?i)\r\ncontent-length: *([0-9]+)\r\n");

  private final ServerSocket listener;
  private final Script script;
  private final List<Socket> accepted = new CopyOnWriteArrayList<>();

  /** Every request read, head and body, one char per byte. */
  final BlockingQueue<String> requests = new LinkedBlockingQueue<>();

  /** What is done with a connection; it is closed afterwards. */
  interface Script {
    void run(Peer peer) throws IOException;
  }

  ScriptedServer(Script script) throws IOException {
    this(new ServerSocket(0, 50, InetAddress.getByName("127.0.0.1")), script);
  }

  ScriptedServer(ServerSocket listener, Script script) {
    this.listener = listener;
    this.script = script;
    daemon(this::acceptAll);
  }

  /** Answers every request on a connection alike. */
  static ScriptedServer answering(String answer) throws IOException {
    return new ScriptedServer(
        peer -> {
          while (peer.readRequest()) {
            peer.send(answer);
          }
        });
  }

  int port() {
    return listener.getLocalPort();
  }

  String url(String target) {
    return "http://127.0.0.1:" + port() + target;
  }

  int connections() {
    return accepted.size();
  }

  String nextRequest() throws InterruptedException {
    String request = requests.poll(10, TimeUnit.SECONDS);
    if (request == null) {
      throw new AssertionError("no request arrived");
    }
    return request;
  }

  private void acceptAll() {
    try {
      while (true) {
        Socket socket = listener.accept();
        accepted.add(socket);
        daemon(() -> serve(socket));
      }
    } catch (IOException closed) {
      // The end of the test.
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      socket.setTcpNoDelay(true);
      script.run(new Peer(socket));
    } catch (IOException gone) {
      // The client went away, which is for the client's side of the test to judge.
    }
  }

  private static void copyQuietly(Socket from, Socket to) {
    try {
      from.getInputStream().transferTo(to.getOutputStream());
    } catch (IOException closed) {
      // By either side.
    }
  }

  private static void daemon(Runnable run) {
    Thread thread = new Thread(run, "scripted-server");
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void close() throws IOException {
    listener.close();
    for (Socket socket : accepted) {
      socket.close();
    }
  }

  /** The server's end of a connection. */
  final class Peer {
    private final Socket socket;
    private final InputStream in;

    Peer(Socket socket) throws IOException {
      this.socket = socket;
      in = socket.getInputStream();
    }

    /** Reads a request to its end and records it; false at the end of the connection. */
    boolean readRequest() throws IOException {
      String head = readHead();
      if (head.isEmpty()) {
        return false;
      }
      Matcher length = LENGTH.matcher(head);
      byte[] body = length.find() ? in.readNBytes(Integer.parseInt(length.group(1))) : new byte[0];
      requests.add(head + new String(body, StandardCharsets.ISO_8859_1));
      return true;
    }

    private String readHead() throws IOException {
      ByteArrayOutputStream head = new ByteArrayOutputStream();
      int last = 0;
      for (int next = in.read(); next >= 0; next = in.read()) {
        head.write(next);
        last = last << 8 | next;
        if (last == 0x0D0A0D0A) {
          return head.toString(StandardCharsets.ISO_8859_1);
        }
      }
      return "";
    }

    /** So many bytes, or fewer at the end of the connection. */
    byte[] read(int length) throws IOException {
      return in.readNBytes(length);
    }

    void send(String text) throws IOException {
      send(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    void send(byte[] bytes) throws IOException {
      socket.getOutputStream().write(bytes);
      socket.getOutputStream().flush();
    }

    /** Closes with a reset instead of an orderly end. */
    void reset() throws IOException {
      socket.setSoLinger(true, 0);
      socket.close();
    }

    /** Closes in an orderly way, now. */
    void end() throws IOException {
      socket.close();
    }

    /**
     * Hands everything on to another port, and back what comes from there, until the client closes:
     * that the other one has closed is kept from it.
     */
    void relay(int port) throws IOException {
      try (Socket other = new Socket("127.0.0.1", port)) {
        daemon(() -> copyQuietly(other, socket));
        in.transferTo(other.getOutputStream());
      }
    }

    /** Reads what comes until the client closes the connection, and returns how much it was. */
    long readAll() throws IOException {
      CountingOutput counted = new CountingOutput();
      try {
        in.transferTo(counted);
      } catch (IOException broken) {
        // Closed, too.
      }
      return counted.count;
    }

    /** Records something that isn't a request. */
    void note(String text) {
      requests.add(text);
    }

    /** Lets time pass in the script; the test itself waits for what the client makes of it. */
    void pause(Duration time) throws IOException {
      socket.setSoTimeout((int) time.toMillis());
      try {
        in.read();
      } catch (SocketTimeoutException passed) {
        // As meant.
      }
    }

    /** Says nothing more until the client closes the connection. */
    void awaitClose() throws IOException {
      try {
        in.transferTo(OutputStream.nullOutputStream());
      } catch (SocketException reset) {
        // Closed, too.
      }
    }
  }

  private static final class CountingOutput extends OutputStream {
    long count;

    @Override
    public void write(int one) {
      count++;
    }

    @Override
    public void write(byte[] bytes, int from, int length) {
      count += length;
    }
  }
}
