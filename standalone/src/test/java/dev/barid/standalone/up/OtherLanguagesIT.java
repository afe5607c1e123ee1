package dev.barid.standalone.up;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.barid.standalone.Program;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A producer in C and an endpoint in JavaScript, neither of which knows anything of Barid. */
class OtherLanguagesIT {

  private static final String SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
  private static final String BODY = "{\"zebra\":1,\"alpha\":2.0,\"mango\":\"\u00e9\"}";

  @TempDir private Path directory;

  @Test
  @Tag("R-S7")
  @Tag("R-H1")
  @Tag("R-H2")
  @Tag("R-D7")
  void eventsArriveByteForByteAndVerify() throws IOException, InterruptedException {
    assumeTrue(NodeEndpoint.isInstalled("node"), "needs Node.js");
    try (NodeEndpoint endpoint = NodeEndpoint.start(SECRET);
        UpProcess up = UpProcess.start(directory)) {
      Program barid = Program.on(up.bootstrapServers(), "barid.");
      // Several, since one may have the same partition by either hash.
      List<String> subscribers = List.of("acme", "bolt", "cube", "dune");
      for (String subscriber : subscribers) {
        barid.run("subscriber", "put", file(entry(subscriber, endpoint.url()))).done();
      }

      int sent = 0;
      for (String subscriber : subscribers) {
        String id = barid.run("send", subscriber, file(BODY)).done().strip();
        sent++;
        assertThat(endpoint.awaitRequests(sent).get(sent - 1).id()).isEqualTo(id);
      }
      if (NodeEndpoint.isInstalled("kcat")) {
        for (String subscriber : subscribers) {
          kcat(up.bootstrapServers(), subscriber);
          sent++;
        }
      }

      assertThat(endpoint.awaitRequests(sent))
          .hasSize(sent)
          .allSatisfy(
              received -> {
                assertThat(received.error()).isEmpty();
                assertThat(new String(received.body(), StandardCharsets.UTF_8)).isEqualTo(BODY);
                assertThat(received.contentType()).contains("application/json");
              });
      assertThat(barid.run("dlq", "list", "--output", "json").done()).isEmpty();
      up.terminate();
      assertThat(up.lines()).singleElement().asString().startsWith("ready");
    }
  }

  private void kcat(String bootstrapServers, String key) throws IOException, InterruptedException {
    Process kcat =
        new ProcessBuilder(
                "kcat", "-P", "-b", bootstrapServers, "-t", "barid.events", "-k", key, file(BODY))
            .inheritIO()
            .start();
    assertThat(kcat.waitFor(30, TimeUnit.SECONDS)).isTrue();
    assertThat(kcat.exitValue()).isZero();
  }

  private static String entry(String subscriber, String url) {
    return "{\"id\":\""
        + subscriber
        + "\",\"endpoints\":[{\"id\":\"node\",\"url\":\""
        + url
        + "\",\"secrets\":[\""
        + SECRET
        + "\"]}]}";
  }

  private String file(String text) throws IOException {
    return Files.writeString(Files.createTempFile(directory, "in-", ""), text).toString();
  }
}
