package dev.barid.benchmarks.stage;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A directory for data and logs that goes with the benchmark. */
public final class Scratch implements AutoCloseable {

  private final Path directory;

  private Scratch(Path directory) {
    this.directory = directory;
  }

  public static Scratch make() {
    try {
      return new Scratch(Files.createTempDirectory("barid-benchmark-"));
    } catch (IOException unwritable) {
      throw new UncheckedIOException(unwritable);
    }
  }

  public Path directory() {
    return directory;
  }

  @Override
  public void close() {
    try (Stream<Path> all = Files.walk(directory)) {
      List<Path> deepestFirst = all.sorted(Comparator.reverseOrder()).toList();
      for (Path each : deepestFirst) {
        Files.deleteIfExists(each);
      }
    } catch (IOException left) {
      throw new UncheckedIOException("can't be deleted: " + directory, left);
    }
  }
}
