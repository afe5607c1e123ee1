package dev.barid.faults.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;

/**
 * Where and with what settings Barid's processes run.
 *
 * @param directory where they keep their data and, in {@code logs}, their logs
 * @param bootstrapServers the brokers
 * @param settings more settings, as in a configuration file; they win over those here
 */
public record Site(Path directory, String bootstrapServers, Map<String, String> settings) {

  /** With the default settings, but that receivers may be on loopback. */
  public static Site of(Path directory, String bootstrapServers) {
    return new Site(directory, bootstrapServers, Map.of("egress.allow", "127.0.0.0/8"));
  }

  /** With one more setting. */
  public Site with(String key, String value) {
    Map<String, String> more = new HashMap<>(settings);
    more.put(key, value);
    return new Site(directory, bootstrapServers, Map.copyOf(more));
  }

  /** The same over another way to the brokers. */
  public Site over(Route route) {
    return new Site(directory, route.bootstrapServers(), settings);
  }

  /** Writes the configuration file of a process that has settings of its own, too. */
  Path writeConfig(String name, Map<String, String> own) {
    Properties config = new Properties();
    config.setProperty("bootstrap.servers", bootstrapServers);
    config.putAll(own);
    config.putAll(settings);
    Path file = directory.resolve(name + ".properties");
    try {
      Files.createDirectories(directory);
      try (Writer writer = Files.newBufferedWriter(file)) {
        config.store(writer, null);
      }
    } catch (IOException unwritable) {
      throw new UncheckedIOException(unwritable);
    }
    return file;
  }

  /** Where its processes' logs are. */
  Path logs() {
    return directory.resolve("logs");
  }
}
