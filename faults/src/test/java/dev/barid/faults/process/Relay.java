package dev.barid.faults.process;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A TCP proxy on loopback that can play a network which has gone: while it drops, connections stay
 * open and nothing goes through them in either direction, nor through new ones. What was sent
 * meanwhile arrives, late, when it has healed, as it does over a network that comes back.
 *
 * <p>Thread-safe.
 */
public final class Relay implements AutoCloseable {

  private static final int BUFFER_BYTES = 64 << 10;

  private final int target;
  private final ServerSocket server;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private boolean dropping;
  private boolean closed;

  private Relay(int port, int target) throws IOException {
    this.target = target;
    this.server = new ServerSocket(port, 128, InetAddress.getLoopbackAddress());
  }

  /** Opens one that leads to that port on loopback; whoever listens there may come and go. */
  public static Relay to(int target) {
    try {
      Relay relay = new Relay(Ports.free(), target);
      relay.run("relay-" + relay.port(), relay::accept);
      return relay;
    } catch (IOException portTaken) {
      throw new UncheckedIOException(portTaken);
    }
  }

  /** Where to connect. */
  public int port() {
    return server.getLocalPort();
  }

  /** From now on nothing goes through. */
  public synchronized void drop() {
    dropping = true;
  }

  /** Everything goes through again, what was held first. */
  public synchronized void heal() {
    dropping = false;
    notifyAll();
  }

  private synchronized void awaitHealed() throws IOException {
    while (dropping && !closed) {
      try {
        wait();
      } catch (InterruptedException stopped) {
        Thread.currentThread().interrupt();
        throw new IOException(stopped);
      }
    }
    if (closed) {
      throw new IOException("closed");
    }
  }

  private void accept() {
    while (true) {
      try {
        Socket client = server.accept();
        open.add(client);
        run("relay-connect", () -> connect(client));
      } catch (IOException serverClosed) {
        return;
      }
    }
  }

  private void connect(Socket client) {
    try {
      awaitHealed();
      Socket broker = new Socket(InetAddress.getLoopbackAddress(), target);
      open.add(broker);
      // One that was closed meanwhile.
      awaitHealed();
      client.setTcpNoDelay(true);
      broker.setTcpNoDelay(true);
      run("relay-up", () -> pump(client, broker));
      run("relay-down", () -> pump(broker, client));
    } catch (IOException nobodyThere) {
      end(client);
    }
  }

  /** Until one side ends; then both do. */
  private void pump(Socket from, Socket to) {
    byte[] buffer = new byte[BUFFER_BYTES];
    try {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      int count = in.read(buffer);
      while (count >= 0) {
        awaitHealed();
        out.write(buffer, 0, count);
        count = in.read(buffer);
      }
      // Its end isn't seen on the other side before the network is back, either.
      awaitHealed();
    } catch (IOException cut) {
      // As is its being cut off.
    } finally {
      awaitHealedOrClosed();
      end(from);
      end(to);
    }
  }

  private void awaitHealedOrClosed() {
    try {
      awaitHealed();
    } catch (IOException closing) {
      // Then there is nothing to wait for.
    }
  }

  private void end(Socket socket) {
    open.remove(socket);
    try {
      socket.close();
    } catch (IOException gone) {
      // That is what it was to be.
    }
  }

  private void run(String name, Runnable body) {
    Thread thread = new Thread(body, name);
    thread.setDaemon(true);
    thread.start();
  }

  /** Cuts all connections. */
  @Override
  public void close() {
    synchronized (this) {
      closed = true;
      notifyAll();
    }
    try {
      server.close();
    } catch (IOException gone) {
      // That is what it was to be.
    }
    open.forEach(this::end);
  }
}
