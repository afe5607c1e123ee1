package dev.barid.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("R-X3")
class FileProblemTest {

  @Test
  void isSaidInWords(@TempDir Path dir) throws IOException {
    Path file = Files.createFile(dir.resolve("file"));

    assertThat(problemOf(file)).isEqualTo(file + " is no directory");
    assertThat(problemOf(file.resolve("below"))).startsWith(file.toString());
    assertThat(FileProblem.line(new NoSuchFileException("/a"))).isEqualTo("there is no /a");
    assertThat(FileProblem.line(new AccessDeniedException("/a"))).isEqualTo("no permission for /a");
    assertThat(FileProblem.line(new FileSystemException("/a", null, "No space left on device")))
        .isEqualTo("/a: No space left on device");
    assertThat(FileProblem.line(new IOException("odd"))).isEqualTo("odd");
  }

  private static String problemOf(Path directory) {
    try {
      Files.createDirectories(directory);
      return "";
    } catch (IOException failure) {
      return FileProblem.line(failure);
    }
  }
}
