package dev.barid.standalone.demo;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** A directory that is gone afterwards. */
record TemporaryDirectory(Path path) implements AutoCloseable {

  static TemporaryDirectory create(String prefix) {
    try {
      return new TemporaryDirectory(Files.createTempDirectory(prefix));
    } catch (IOException unusable) {
      throw new UncheckedIOException("no temporary directory: " + unusable, unusable);
    }
  }

  @Override
  public void close() {
    try (Stream<Path> files = Files.walk(path)) {
      files.sorted(Comparator.reverseOrder()).forEach(TemporaryDirectory::delete);
    } catch (IOException | UncheckedIOException left) {
      // The system's own cleaning of temporary files takes the rest.
    }
  }

  private static void delete(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException left) {
      throw new UncheckedIOException(left);
    }
  }
}
