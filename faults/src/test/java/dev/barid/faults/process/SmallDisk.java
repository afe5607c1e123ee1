package dev.barid.faults.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A disk of a few MiB for one directory of one process, which sees it alone: a tmpfs in a mount
 * namespace of its own, gone with the process.
 *
 * @param mebibytes how much it holds
 */
record SmallDisk(int mebibytes) {

  private static final String MOUNT =
      "mkdir -p \"$1\" && mount -t tmpfs -o size=%dm none \"$1\" && shift && exec \"$@\"";

  /** Whether this machine lets this user have one. */
  static boolean isPossible(Path directory) {
    List<String> command =
        List.of("unshare", "-rm", "sh", "-c", MOUNT.formatted(1), "sh", directory + "", "true");
    try {
      Process tried = new ProcessBuilder(command).redirectErrorStream(true).start();
      return tried.waitFor(10, TimeUnit.SECONDS) && tried.exitValue() == 0;
    } catch (IOException noSuchCommand) {
      return false;
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** What to put before a command, so that it finds the disk at that directory. */
  List<String> wrapper(Path directory) {
    return List.of(
        "unshare", "-rm", "sh", "-c", MOUNT.formatted(mebibytes), "sh", directory.toString());
  }

  /** Fills the disk of a running process to its last byte. */
  static void fill(JvmProcess process, Path directory) {
    byte[] block = new byte[4096];
    try (var out = Files.newOutputStream(filler(process, directory))) {
      while (true) {
        out.write(block);
      }
    } catch (IOException full) {
      if (!String.valueOf(full.getMessage()).contains("No space left")) {
        throw new UncheckedIOException(full);
      }
    }
  }

  /** Gives back what {@link #fill} took. */
  static void clear(JvmProcess process, Path directory) {
    try {
      Files.delete(filler(process, directory));
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  /** As the process sees it. */
  private static Path filler(JvmProcess process, Path directory) {
    return Path.of("/proc", Long.toString(process.pid()), "root")
        .resolve(Path.of("/").relativize(directory.toAbsolutePath()))
        .resolve("filler");
  }
}
