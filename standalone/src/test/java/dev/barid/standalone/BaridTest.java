package dev.barid.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import picocli.CommandLine;

@Tag("R-X3")
class BaridTest {

  @Test
  void withoutACommandItSaysWhichThereAre() {
    Program.Result result = Program.plain().run();

    assertThat(result.status()).isEqualTo(2);
    assertThat(result.err()).contains("demo", "up", "dispatcher", "scheduler", "topics", "send");
  }

  @Test
  void anUnknownCommandIsWrongUsage() {
    Program.Result result = Program.plain().run("sendd");

    assertThat(result.status()).isEqualTo(2);
    assertThat(result.err()).contains("send");
  }

  @Test
  void aPortThatIsNoneIsWrongUsage() {
    Program.Result result = Program.plain().run("up", "--kafka-port", "99999", "--http-port", "0");

    assertThat(result.status()).isEqualTo(2);
    assertThat(result.err()).contains("--kafka-port \"99999\" (expected: 1 to 65535");
  }

  @TestFactory
  Stream<DynamicTest> everyCommandHasHelpAndAVersion() {
    return commands(Barid.commandLine())
        .map(
            line ->
                DynamicTest.dynamicTest(
                    line.getCommandSpec().qualifiedName(),
                    () -> {
                      assertThat(line.getCommandSpec().optionsMap())
                          .containsKeys("--help", "--version");
                      assertThat(List.of(line.getCommandSpec().usageMessage().description()))
                          .isNotEmpty();
                    }));
  }

  private static Stream<CommandLine> commands(CommandLine line) {
    return Stream.concat(
        Stream.of(line), line.getSubcommands().values().stream().flatMap(BaridTest::commands));
  }
}
