package dev.barid.faults.process;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;

/**
 * Finds ports that a process can keep over its restarts: below those that the system gives to
 * outgoing connections, one of which could else take the port while its process is down.
 */
public final class Ports {

  private static final int FIRST = 20_000;
  private static final int COUNT = 12_000;

  private static final Random RANDOM = new Random();
  private static final Set<Integer> TAKEN = new HashSet<>();

  private Ports() {}

  /** A port on loopback that nothing listens on, and that this never gave before. */
  public static synchronized int free() {
    while (true) {
      int port = FIRST + RANDOM.nextInt(COUNT);
      if (!TAKEN.contains(port) && isFree(port)) {
        TAKEN.add(port);
        return port;
      }
    }
  }

  private static boolean isFree(int port) {
    try (ServerSocket probe = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      return probe.isBound();
    } catch (IOException taken) {
      return false;
    }
  }
}
