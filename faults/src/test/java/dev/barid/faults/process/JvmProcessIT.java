package dev.barid.faults.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("A process")
@Timeout(120)
class JvmProcessIT {

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  @TempDir Path dir;

  @Test
  void logsToOneFileOverItsRunsAndKnowsItsOwnRunsLines() {
    Launch launch = Launch.of("echo", dir, Echo.class, "one");
    try (JvmProcess first = JvmProcess.start(launch)) {
      assertThat(first.awaitExit(PATIENCE)).isZero();
    }
    try (JvmProcess second = JvmProcess.start(launch)) {
      assertThat(second.awaitExit(PATIENCE)).isZero();
      assertThat(second.lines()).containsExactly("one");
      assertThat(second.log()).content().isEqualToIgnoringNewLines("oneone");
    }
  }

  @Test
  void endsWhenTheOneThatStartedItIsKilled() {
    try (JvmProcess parent = JvmProcess.start(Launch.of("parent", dir, Parent.class, "" + dir))) {
      long child =
          Long.parseLong(parent.awaitLine(Pattern.compile("child (\\d+)"), PATIENCE).group(1));
      assertThat(ProcessHandle.of(child)).isPresent();

      parent.kill();

      await().atMost(PATIENCE).until(() -> ProcessHandle.of(child).isEmpty());
    }
  }

  /** Prints its argument, and ends. */
  static final class Echo {
    private Echo() {}

    public static void main(String[] args) {
      System.out.println(args[0]);
    }
  }

  /** Starts another one. */
  static final class Parent {
    private Parent() {}

    public static void main(String[] args) throws InterruptedException {
      JvmProcess child = JvmProcess.start(Launch.of("child", Path.of(args[0]), Waiting.class));
      System.out.println("child " + child.pid());
      new CountDownLatch(1).await();
    }
  }

  /** Waits for ever. */
  static final class Waiting {
    private Waiting() {}

    public static void main(String[] args) throws InterruptedException {
      new CountDownLatch(1).await();
    }
  }
}
