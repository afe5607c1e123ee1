package dev.barid.standalone.up;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** An endpoint in Node.js that verifies with the npm package {@code standardwebhooks}. */
final class NodeEndpoint implements AutoCloseable {

  private static final JsonMapper MAPPER = JsonMapper.builder().build();
  private static final List<String> FILES = List.of("package.json", "endpoint.mjs");

  /** A request, and what the package said to it: no error if the signature is right. */
  record Received(String id, byte[] body, Optional<String> contentType, Optional<String> error) {}

  private final Process process;
  private final List<JsonNode> lines = new CopyOnWriteArrayList<>();

  private NodeEndpoint(Process process) {
    this.process = process;
    Thread reader = new Thread(this::read, "node-endpoint");
    reader.setDaemon(true);
    reader.start();
  }

  /** Whether a program can be run here. */
  static boolean isInstalled(String program) {
    return Stream.of(System.getenv().getOrDefault("PATH", "").split(":"))
        .anyMatch(directory -> Files.isExecutable(Path.of(directory, program)));
  }

  static NodeEndpoint start(String secret) throws IOException, InterruptedException {
    Path directory = Path.of("target", "node");
    Files.createDirectories(directory);
    for (String file : FILES) {
      Files.copy(
          Path.of("src", "test", "node", file),
          directory.resolve(file),
          StandardCopyOption.REPLACE_EXISTING);
    }
    install(directory);
    ProcessBuilder builder =
        new ProcessBuilder("node", "endpoint.mjs")
            .directory(directory.toFile())
            .redirectError(ProcessBuilder.Redirect.INHERIT);
    builder.environment().put("WEBHOOK_SECRET", secret);
    NodeEndpoint endpoint = new NodeEndpoint(builder.start());
    await().atMost(Duration.ofSeconds(30)).until(() -> !endpoint.lines.isEmpty());
    return endpoint;
  }

  private static void install(Path directory) throws IOException, InterruptedException {
    if (Files.isDirectory(directory.resolve("node_modules/standardwebhooks"))) {
      return;
    }
    Process npm =
        new ProcessBuilder("npm", "install", "--no-audit", "--no-fund", "--no-package-lock")
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("npm.log").toFile())
            .start();
    assertThat(npm.waitFor(2, TimeUnit.MINUTES)).isTrue();
    assertThat(npm.exitValue()).as(Files.readString(directory.resolve("npm.log"))).isZero();
  }

  String url() {
    return "http://127.0.0.1:" + lines.get(0).get("port").asInt() + "/hooks";
  }

  /** All requests so far, once there are so many. */
  List<Received> awaitRequests(int count) {
    await().atMost(Duration.ofSeconds(30)).until(() -> lines.size() > count);
    return lines.stream().skip(1).map(NodeEndpoint::received).toList();
  }

  private static Received received(JsonNode line) {
    return new Received(
        line.path("id").asString(),
        Base64.getDecoder().decode(line.path("body").asString()),
        text(line.get("contentType")),
        text(line.get("error")));
  }

  private static Optional<String> text(@Nullable JsonNode node) {
    return node == null || node.isNull() ? Optional.empty() : Optional.of(node.asString());
  }

  private void read() {
    try (BufferedReader out = process.inputReader()) {
      for (String line = out.readLine(); line != null; line = out.readLine()) {
        lines.add(MAPPER.readTree(line));
      }
    } catch (IOException ended) {
      throw new UncheckedIOException(ended);
    }
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
