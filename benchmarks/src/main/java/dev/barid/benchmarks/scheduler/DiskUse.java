package dev.barid.benchmarks.scheduler;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;

/** What a directory takes on disk, while others write to it. */
final class DiskUse {

  private DiskUse() {}

  /** The size of all files in it, in bytes; 0 if it isn't there. */
  static long bytes(Path directory) {
    long[] sum = {0};
    try {
      Files.walkFileTree(
          directory,
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
              sum[0] += attributes.size();
              return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException goneMeanwhile) {
              return FileVisitResult.CONTINUE;
            }
          });
      return sum[0];
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  /** Deletes a directory that nobody uses any more. */
  static void delete(Path directory) {
    try {
      Files.walkFileTree(
          directory,
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                throws IOException {
              Files.delete(file);
              return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path emptied, IOException failure)
                throws IOException {
              Files.delete(emptied);
              return FileVisitResult.CONTINUE;
            }
          });
    } catch (IOException left) {
      throw new UncheckedIOException(left);
    }
  }
}
