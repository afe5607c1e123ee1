package dev.barid.faults.ledger;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/**
 * Lines of fields on disk, appended by one process at a time. A line is with the operating system
 * when {@link #append} returns, so it outlives its writer, but not the machine. Thread-safe.
 */
final class LedgerFile implements AutoCloseable {
  private static final String SEPARATOR = "\t";

  private final FileChannel channel;

  private LedgerFile(FileChannel channel) {
    this.channel = channel;
  }

  /** Opens it to go on after what is there; makes it if there is none. */
  static LedgerFile open(Path file) {
    try {
      boolean torn = Files.exists(file) && !endsWithLine(file);
      LedgerFile opened =
          new LedgerFile(
              FileChannel.open(
                  file,
                  StandardOpenOption.CREATE,
                  StandardOpenOption.WRITE,
                  StandardOpenOption.APPEND));
      if (torn) {
        opened.write("\n");
      }
      return opened;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  synchronized void append(Object... fields) {
    StringBuilder line = new StringBuilder();
    for (Object field : fields) {
      String text = field.toString();
      if (text.contains(SEPARATOR) || text.contains("\n")) {
        throw new IllegalArgumentException("field \"" + text + "\" (expected: no tab, one line)");
      }
      line.append(line.isEmpty() ? "" : SEPARATOR).append(text);
    }
    try {
      write(line.append('\n').toString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void write(String text) throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    while (bytes.hasRemaining()) {
      channel.write(bytes);
    }
  }

  /**
   * The lines so far, in the order they were written, without one that is not finished or of which
   * its writer's end left only a part.
   *
   * @param columns a kind of line to its number of fields
   */
  static List<List<String>> read(Path file, java.util.Map<String, Integer> columns) {
    try {
      if (!Files.exists(file)) {
        return List.of();
      }
      String text = Files.readString(file);
      return text.substring(0, text.lastIndexOf('\n') + 1)
          .lines()
          .map(line -> List.of(line.split(SEPARATOR, -1)))
          .filter(fields -> columns.getOrDefault(fields.get(0), 0) == fields.size())
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean endsWithLine(Path file) throws IOException {
    try (FileChannel existing = FileChannel.open(file, StandardOpenOption.READ)) {
      if (existing.size() == 0) {
        return true;
      }
      ByteBuffer last = ByteBuffer.allocate(1);
      existing.read(last, existing.size() - 1);
      return last.get(0) == '\n';
    }
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
