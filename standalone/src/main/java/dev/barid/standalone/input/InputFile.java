package dev.barid.standalone.input;

import dev.barid.cli.CommandFailure;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** A file named on the command line, or {@code -} for stdin; read as bytes, up to a limit. */
public final class InputFile {

  private InputFile() {}

  /**
   * All of its bytes.
   *
   * @param name the file's name, or {@code -}
   * @param maxBytes the most that is read
   * @throws CommandFailure if it can't be read, or has more
   */
  public static byte[] read(String name, int maxBytes) {
    try (InputStream in = name.equals("-") ? System.in : Files.newInputStream(Path.of(name))) {
      byte[] bytes = in.readNBytes(maxBytes + 1);
      if (bytes.length > maxBytes) {
        throw CommandFailure.failed(
            "file \"" + name + "\" is too large (expected: at most " + maxBytes + " bytes)");
      }
      return bytes;
    } catch (NoSuchFileException missing) {
      throw unreadable(name, "no such file");
    } catch (InvalidPathException | IOException wrong) {
      throw unreadable(name, String.valueOf(wrong.getMessage()));
    }
  }

  private static CommandFailure unreadable(String name, String why) {
    return CommandFailure.failed(
        "file \"" + name + "\" can't be read: " + why + " (expected: a file, or - for stdin)");
  }
}
