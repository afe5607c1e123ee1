package dev.barid.standalone.role;

import dev.barid.core.settings.Keys;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where a role serves health and metrics; to be mixed in. */
final class HttpOptions {

  @Option(
      names = "--http-host",
      paramLabel = "H",
      description = "Where health and metrics are served (default: 127.0.0.1).")
  private @Nullable String host;

  @Option(
      names = "--http-port",
      paramLabel = "P",
      description = "The port for them (default: 8080); 0 takes a free one.")
  private @Nullable String port;

  /** The settings that the options stand for. */
  Map<String, String> settings() {
    Map<String, String> settings = new HashMap<>();
    if (host != null) {
      settings.put(Keys.HTTP_HOST.key(), host);
    }
    if (port != null) {
      settings.put(Keys.HTTP_PORT.key(), port);
    }
    return settings;
  }
}
