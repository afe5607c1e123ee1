package dev.barid.standalone.role;

import dev.barid.cli.FileProblem;
import dev.barid.core.settings.Keys;
import dev.barid.core.settings.Settings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;

/**
 * The name that a process keeps over restarts and shares with no other one running: its successor
 * takes over its transactions and group memberships by it, at once instead of after a time-out.
 */
final class InstanceId {

  private static final String FILE = "instance-id";
  private static final String UNFIT = "[^A-Za-z0-9._-]";
  private static final int MAX_LENGTH = 100;

  private InstanceId() {}

  /** The one that is set, or else that of the host and its port. */
  static String of(Settings settings, int httpPort) {
    String chosen = settings.value(Keys.INSTANCE_ID);
    return chosen.isEmpty() ? ofHost(httpPort) : chosen;
  }

  /** The one that is set, or else that of the data directory. */
  static String of(Settings settings, Path directory) {
    String chosen = settings.value(Keys.INSTANCE_ID);
    return chosen.isEmpty() ? ofDirectory(directory) : chosen;
  }

  /** The host's name and the port that this process serves, which no other one there has. */
  static String ofHost(int httpPort) {
    return fit(hostName()) + "-" + httpPort;
  }

  /** The name that belongs to a data directory; made the first time. */
  static String ofDirectory(Path directory) {
    Path file = directory.resolve(FILE);
    try {
      if (Files.exists(file)) {
        String stored = fit(Files.readString(file).trim());
        if (!stored.isEmpty()) {
          return stored;
        }
      }
      String made = "up-" + UUID.randomUUID().toString().substring(0, 8);
      Files.createDirectories(directory);
      Files.writeString(file, made + "\n");
      return made;
    } catch (IOException unusable) {
      throw new UncheckedIOException(
          "data directory \""
              + directory
              + "\" can't be used: "
              + FileProblem.line(unusable)
              + " (expected: a directory that this user may create and write)",
          unusable);
    }
  }

  private static String fit(String name) {
    String clean = name.replaceAll(UNFIT, "-");
    return clean.length() <= MAX_LENGTH ? clean : clean.substring(0, MAX_LENGTH);
  }

  private static String hostName() {
    String fromShell = System.getenv("HOSTNAME");
    if (fromShell != null && !fromShell.isBlank()) {
      return fromShell;
    }
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException nameless) {
      return "localhost";
    }
  }
}
