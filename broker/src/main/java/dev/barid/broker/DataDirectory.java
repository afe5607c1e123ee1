package dev.barid.broker;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.metadata.properties.MetaPropertiesEnsemble;
import org.apache.kafka.metadata.storage.Formatter;
import org.apache.kafka.metadata.storage.FormatterException;

/**
 * The directory that one embedded broker owns while it is open: locked against a second one,
 * readable for its owner alone, formatted.
 */
final class DataDirectory implements AutoCloseable {
  private static final String LOCK = "embedded-broker.lock";

  /** What an interrupted first start may have left; the next one finishes it. */
  private static final Set<String> LEFT_BY_FORMATTING =
      Set.of(LOCK, ".lock", "bootstrap.checkpoint", "__cluster_metadata-0");

  private static final Set<PosixFilePermission> OWNER_ONLY =
      PosixFilePermissions.fromString("rwx------");

  private final Path path;
  private final FileChannel channel;
  private final FileLock lock;

  private DataDirectory(Path path, FileChannel channel, FileLock lock) {
    this.path = path;
    this.channel = channel;
    this.lock = lock;
  }

  /**
   * Creates the directory if it is missing, locks it, and formats it unless it has been.
   *
   * @throws BrokerException if it is in use, no directory, not ours to write, or holds other files
   */
  static DataDirectory open(Path path) {
    DataDirectory directory;
    try {
      createOwnerOnly(path);
      directory = lock(path);
    } catch (IOException e) {
      throw new BrokerException(
          "data directory \""
              + path
              + "\" can't be used: "
              + reason(e)
              + " (expected: a directory that this user may create and write)",
          e);
    }
    try {
      directory.formatIfNew();
      return directory;
    } catch (IOException | RuntimeException e) {
      directory.close();
      throw e instanceof BrokerException known
          ? known
          : new BrokerException(
              "data directory \""
                  + path
                  + "\" can't be formatted: "
                  + e.getMessage()
                  + " (expected: a new directory, or one of an embedded broker)",
              e);
    }
  }

  private static void createOwnerOnly(Path path) throws IOException {
    boolean posix = path.getFileSystem().supportedFileAttributeViews().contains("posix");
    if (posix) {
      Files.createDirectories(path, PosixFilePermissions.asFileAttribute(OWNER_ONLY));
      // Also when it was there before, and with whatever umask.
      Files.setPosixFilePermissions(path, OWNER_ONLY);
    } else {
      Files.createDirectories(path);
    }
  }

  private static DataDirectory lock(Path path) throws IOException {
    FileChannel channel =
        FileChannel.open(path.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    FileLock lock = null;
    try {
      lock = channel.tryLock();
    } catch (OverlappingFileLockException e) {
      // The same as a lock of another process: held by another broker of this one.
    } finally {
      if (lock == null) {
        channel.close();
      }
    }
    if (lock == null) {
      throw new BrokerException(
          "data directory \""
              + path
              + "\" is in use by another embedded broker"
              + " (expected: a directory of its own for each)",
          null);
    }
    return new DataDirectory(path, channel, lock);
  }

  private void formatIfNew() throws IOException {
    if (Files.exists(path.resolve(MetaPropertiesEnsemble.META_PROPERTIES_NAME))) {
      return;
    }
    try (Stream<Path> files = Files.list(path)) {
      files
          .map(file -> file.getFileName().toString())
          .filter(name -> LEFT_BY_FORMATTING.stream().noneMatch(name::startsWith))
          .findFirst()
          .ifPresent(this::refuse);
    }
    try (PrintStream silent =
        new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8)) {
      new Formatter()
          .setClusterId(Uuid.randomUuid().toString())
          .setNodeId(BrokerSettings.NODE_ID)
          .setControllerListenerName(BrokerSettings.CONTROLLER_LISTENER)
          .addDirectory(path.toString())
          .setMetadataLogDirectory(path.toString())
          .setPrintStream(silent)
          .run();
    } catch (IOException | RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new FormatterException(e.toString());
    }
  }

  private void refuse(String name) {
    throw new BrokerException(
        "data directory \""
            + path
            + "\" holds \""
            + name
            + "\", which is no broker's"
            + " (expected: a new or empty directory, or one of an embedded broker)",
        null);
  }

  private static String reason(IOException e) {
    return e instanceof FileSystemException && e.getMessage() != null
        ? e.getClass().getSimpleName() + " " + e.getMessage()
        : e.toString();
  }

  @Override
  public void close() {
    try {
      lock.release();
      channel.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
