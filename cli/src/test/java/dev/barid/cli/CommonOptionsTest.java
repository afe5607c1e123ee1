package dev.barid.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.barid.core.settings.Keys;
import dev.barid.core.settings.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

class CommonOptionsTest {

  @TempDir Path folder = Path.of("");

  @Command(name = "probe", description = "Keeps its settings.")
  private static final class Probe implements Callable<Integer> {
    @Mixin private final CommonOptions common;
    private @Nullable Settings seen;

    Probe(Map<String, String> environment) {
      common = new CommonOptions(environment);
    }

    @Override
    public Integer call() {
      seen = common.settings();
      return ExitCodes.DONE;
    }

    Settings seen() {
      return java.util.Objects.requireNonNull(seen);
    }
  }

  private String file(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text).toString();
  }

  @Test
  void anOptionGoesBeforeTheEnvironmentAndThatBeforeTheFile() throws IOException {
    Probe probe =
        new Probe(Map.of("BARID_TOPIC_PREFIX", "env.", "BARID_BOOTSTRAP_SERVERS", "env:1"));
    String config =
        file("a.properties", "topic.prefix=file.\nbootstrap.servers=file:1\nhttp.port=1234\n");

    Invocation run = Invocation.of(probe, "--config", config, "--bootstrap-servers", "option:1");

    assertThat(run.exitCode()).isZero();
    assertThat(probe.seen().value(Keys.BOOTSTRAP_SERVERS)).isEqualTo("option:1");
    assertThat(probe.seen().value(Keys.TOPIC_PREFIX)).isEqualTo("env.");
    assertThat(probe.seen().value(Keys.HTTP_PORT)).isEqualTo(1234);
    assertThat(probe.seen().value(Keys.DATA_DIR)).isEqualTo("./barid-data");
  }

  @Test
  void nestedKeysOfYamlAreJoinedByDotsAndListsByCommas() throws IOException {
    Probe probe = new Probe(Map.of());
    String config =
        file(
            "a.yaml",
            """
            topic:
              prefix: shop.
            retry.tiers: [5s, 1m]
            retryBudget:
              share: 0.15
            secrets:
              key:
            kafka:
              ssl:
                truststore.location: /etc/store
            """);

    assertThat(Invocation.of(probe, "--config", config).err()).isEmpty();
    assertThat(probe.seen().value(Keys.TOPIC_PREFIX)).isEqualTo("shop.");
    assertThat(probe.seen().value(Keys.RETRY_TIERS).tiers()).hasSize(2);
    assertThat(probe.seen().value(Keys.RETRY_BUDGET_SHARE)).isEqualTo(0.15);
    assertThat(probe.seen().kafka()).containsEntry("ssl.truststore.location", "/etc/store");
  }

  @Test
  void anUnknownKeyIsRefusedByName() throws IOException {
    String config = file("a.properties", "topic.perfix=x\n");

    Invocation run = Invocation.of(new Probe(Map.of()), "--config", config);

    assertThat(run.exitCode()).isEqualTo(ExitCodes.WRONG_USAGE);
    assertThat(run.err()).startsWith("barid: setting \"topic.perfix\" (expected: one of ");
    assertThat(run.err().lines()).hasSize(1);
  }

  @Test
  void aFileThatIsntThereOrIsntYamlIsRefusedWithoutShowingItsText() throws IOException {
    Invocation missing = Invocation.of(new Probe(Map.of()), "--config", "/nowhere/x.yaml");
    String config = file("b.yml", "secrets.key: hush\n: - [");
    Invocation malformed = Invocation.of(new Probe(Map.of()), "--config", config);

    assertThat(missing.exitCode()).isEqualTo(2);
    assertThat(missing.err()).contains("/nowhere/x.yaml").contains("no such file");
    assertThat(malformed.exitCode()).isEqualTo(2);
    assertThat(malformed.err()).contains("not YAML").doesNotContain("hush");
  }

  @Test
  void aBadValueIsNamedWithWhatWasExpected() {
    Invocation run =
        Invocation.of(new Probe(Map.of("BARID_HTTP_PORT", "many")), "--output", "json");

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err())
        .isEqualTo(
            "barid: http.port \"many\" (expected: a whole number from 0 to 65535)"
                + System.lineSeparator());
  }
}
