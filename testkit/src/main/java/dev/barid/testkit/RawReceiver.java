package dev.barid.testkit;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A server that knows next to nothing of HTTP: it keeps the bytes of each request exactly as they
 * were sent, and answers with bytes exactly as it was given. Requests end after their {@code
 * Content-Length}, or their last chunk, or, with neither, after their head. Connections stay open
 * between requests. Thread-safe.
 */
public final class RawReceiver implements AutoCloseable {
  private final ServerSocket listener;
  private final List<byte[]> answers;
  private final AtomicInteger answered = new AtomicInteger();
  private final BlockingQueue<byte[]> requests = new LinkedBlockingQueue<>();
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();

  private RawReceiver(List<byte[]> answers) throws IOException {
    this.answers = answers;
    this.listener = new ServerSocket(0, 50, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}));
    daemon("raw-receiver", this::acceptAll);
  }

  /**
   * Starts one that gives these answers, one for each request; the last one for all that follow.
   */
  public static RawReceiver answering(byte[]... answers) {
    if (answers.length == 0) {
      throw new IllegalArgumentException("answers \"\" (expected: one or more)");
    }
    try {
      return new RawReceiver(List.of(answers));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The same with answers in ISO 8859-1, where each character is one byte. */
  public static RawReceiver answering(String... answers) {
    byte[][] bytes = new byte[answers.length][];
    for (int i = 0; i < answers.length; i++) {
      bytes[i] = answers[i].getBytes(StandardCharsets.ISO_8859_1);
    }
    return answering(bytes);
  }

  public int port() {
    return listener.getLocalPort();
  }

  /** The URL of that path, which begins with a slash. */
  public String url(String path) {
    return "http://127.0.0.1:" + port() + path;
  }

  /**
   * Waits for the next request and takes it: its bytes, head and body.
   *
   * @throws AssertionError if none comes in time
   */
  public byte[] takeRequest(Duration timeout) {
    try {
      byte[] request = requests.poll(timeout.toMillis(), TimeUnit.MILLISECONDS);
      if (request == null) {
        throw new AssertionError("no request within " + timeout);
      }
      return request;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** The same in ISO 8859-1. */
  public String takeText(Duration timeout) {
    return new String(takeRequest(timeout), StandardCharsets.ISO_8859_1);
  }

  @Override
  public void close() {
    try {
      listener.close();
      for (Socket socket : open) {
        socket.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void acceptAll() {
    while (!listener.isClosed()) {
      try {
        Socket socket = listener.accept();
        open.add(socket);
        daemon("raw-receiver-connection", () -> serve(socket));
      } catch (IOException e) {
        return; // Closed.
      }
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      RequestBytes bytes = new RequestBytes(new BufferedInputStream(socket.getInputStream()));
      while (bytes.readRequest()) {
        requests.add(bytes.take());
        int n = answered.getAndUpdate(i -> Math.min(i + 1, answers.size() - 1));
        socket.getOutputStream().write(answers.get(n));
      }
    } catch (IOException e) {
      // The peer hung up, or the test is over.
    } finally {
      open.remove(socket);
    }
  }

  private static void daemon(String name, Runnable run) {
    Thread thread = new Thread(run, name);
    thread.setDaemon(true);
    thread.start();
  }

  /** Reads one request after the other off a connection. */
  private static final class RequestBytes {
    private final InputStream in;
    private final ByteArrayOutputStream request = new ByteArrayOutputStream();

    RequestBytes(InputStream in) {
      this.in = in;
    }

    byte[] take() {
      byte[] bytes = request.toByteArray();
      request.reset();
      return bytes;
    }

    /** Returns false if the connection ended before, or within, the next request. */
    boolean readRequest() throws IOException {
      long length = 0;
      boolean chunked = false;
      String line = readLine();
      while (!line.isEmpty()) {
        if (!line.endsWith("\r\n")) {
          return false;
        }
        String lower = line.strip().toLowerCase(Locale.ROOT);
        if (lower.isEmpty()) {
          return chunked ? readChunks() : read(length);
        }
        if (lower.startsWith("content-length:")) {
          length = Long.parseLong(lower.substring(lower.indexOf(':') + 1).strip());
        }
        chunked |= lower.startsWith("transfer-encoding:") && lower.endsWith("chunked");
        line = readLine();
      }
      return false;
    }

    private boolean readChunks() throws IOException {
      while (true) {
        String size = readLine().strip();
        if (size.isEmpty()) {
          return false;
        }
        int length = Integer.parseInt(size, 16);
        if (!read(length) || !readLine().equals("\r\n")) {
          return false;
        }
        if (length == 0) {
          return true;
        }
      }
    }

    private boolean read(long count) throws IOException {
      for (long left = count; left > 0; left--) {
        if (readByte() < 0) {
          return false;
        }
      }
      return true;
    }

    /** With its end; shorter at the connection's end. */
    private String readLine() throws IOException {
      StringBuilder line = new StringBuilder();
      int read = readByte();
      while (read >= 0) {
        line.append((char) read);
        if (read == '\n') {
          break;
        }
        read = readByte();
      }
      return line.toString();
    }

    private int readByte() throws IOException {
      int read = in.read();
      if (read >= 0) {
        request.write(read);
      }
      return read;
    }
  }
}
