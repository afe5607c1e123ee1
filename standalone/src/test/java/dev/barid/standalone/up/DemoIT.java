package dev.barid.standalone.up;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("R-D4")
class DemoIT {

  @TempDir private Path directory;

  @Test
  void itEndsWithBooksThatBalance() throws IOException, InterruptedException {
    Path out = directory.resolve("out");
    Process demo =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx512m",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Dlogback.configurationFile=logback.xml",
                "-Djava.io.tmpdir=" + directory,
                "-cp",
                System.getProperty("java.class.path"),
                "dev.barid.standalone.Barid",
                "demo",
                "--seconds",
                "3",
                "--events",
                "120")
            .redirectErrorStream(true)
            .redirectOutput(out.toFile())
            .start();

    boolean ended = demo.waitFor(3, TimeUnit.MINUTES);
    demo.destroyForcibly();
    List<String> lines = Files.readAllLines(out);

    assertThat(ended).as(String.join("\n", lines)).isTrue();
    assertThat(demo.exitValue()).as(String.join("\n", lines)).isZero();
    // 8 endpoints of 6 subscribers, 3 of them one subscriber's: 120 + 2 x 20 deliveries.
    assertThat(lines.get(lines.size() - 1))
        .matches("ledger: accepted=160 delivered=\\d+ dead-lettered=\\d+ filtered=20 lost=0");
    assertThat(lines).anyMatch(line -> line.contains("matched, ") && line.contains("redriven"));
    assertThat(lines).noneMatch(line -> line.contains("\033["));
    try (var left = Files.list(directory)) {
      assertThat(left.map(file -> file.getFileName().toString()))
          .noneMatch(name -> name.startsWith("barid-demo-"));
    }
  }
}
