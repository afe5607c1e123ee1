package dev.barid.core.settings;

import dev.barid.core.text.InvalidInputException;
import dev.barid.core.topic.Topics;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The settings of a process: checked when it is made, immutable afterwards. Never printed whole,
 * since {@code secrets.key} and passwords for Kafka are among them.
 */
public final class Settings {

  private static final String KAFKA_PREFIX = "kafka.";
  private static final String KAFKA_ENVIRONMENT_PREFIX = "BARID_KAFKA_";

  private static final Map<String, Setting<?>> BY_KEY =
      Keys.all().stream().collect(Collectors.toMap(Setting::key, setting -> setting));

  private final Map<String, Object> values;
  private final Map<String, String> kafka;

  private Settings(Map<String, Object> values, Map<String, String> kafka) {
    this.values = Map.copyOf(values);
    this.kafka = Map.copyOf(kafka);
  }

  /**
   * Settings from text entries; what isn't given has its default.
   *
   * @param entries key to text; keys that begin with {@code kafka.} go to the Kafka clients. {@code
   *     kafka.bootstrap.servers} is another name for {@code bootstrap.servers}, which wins
   * @throws InvalidInputException if a key is unknown or a value isn't what its setting expects
   */
  public static Settings of(Map<String, String> entries) {
    Map<String, Object> values = new HashMap<>();
    for (Setting<?> setting : Keys.all()) {
      values.put(setting.key(), setting.parse(setting.defaultText()));
    }
    Map<String, String> kafka = new TreeMap<>();
    entries.forEach(
        (key, text) -> {
          if (key.startsWith(KAFKA_PREFIX) && key.length() > KAFKA_PREFIX.length()) {
            kafka.put(key.substring(KAFKA_PREFIX.length()), text);
          } else {
            values.put(key, known(key).parse(text));
          }
        });
    // One truth about the brokers, whichever of the two names it was given by.
    String servers = kafka.remove(Keys.BOOTSTRAP_SERVERS.key());
    if (servers != null && !entries.containsKey(Keys.BOOTSTRAP_SERVERS.key())) {
      values.put(Keys.BOOTSTRAP_SERVERS.key(), Keys.BOOTSTRAP_SERVERS.parse(servers));
    }
    return new Settings(values, kafka);
  }

  /** Every setting at its default. */
  public static Settings defaults() {
    return of(Map.of());
  }

  /**
   * The entries that environment variables give: {@code BARID_…} for each setting, and {@code
   * BARID_KAFKA_…} for the Kafka clients. Other variables are no business of ours.
   */
  public static Map<String, String> entriesFrom(Map<String, String> environment) {
    Map<String, String> entries = new LinkedHashMap<>();
    for (Setting<?> setting : Keys.all()) {
      String text = environment.get(setting.environmentVariable());
      if (text != null) {
        entries.put(setting.key(), text);
      }
    }
    environment.forEach(
        (name, text) -> {
          if (name.startsWith(KAFKA_ENVIRONMENT_PREFIX)) {
            String key = name.substring(KAFKA_ENVIRONMENT_PREFIX.length());
            entries.put(KAFKA_PREFIX + key.toLowerCase(Locale.ROOT).replace('_', '.'), text);
          }
        });
    return entries;
  }

  /** The value of a setting. */
  @SuppressWarnings("unchecked") // A value is only ever put under its own setting's key.
  public <T> T value(Setting<T> setting) {
    return (T) Objects.requireNonNull(values.get(setting.key()), setting.key());
  }

  /** What goes to every Kafka client, without the {@code kafka.} before the keys. */
  public Map<String, String> kafka() {
    return kafka;
  }

  /** The configuration that every Kafka client begins with: {@code kafka.*} and the brokers. */
  public Map<String, Object> kafkaClient() {
    Map<String, Object> config = new HashMap<>(kafka);
    config.put(Keys.BOOTSTRAP_SERVERS.key(), value(Keys.BOOTSTRAP_SERVERS));
    return config;
  }

  /** The topics' names under the prefix. */
  public Topics topics() {
    return new Topics(value(Keys.TOPIC_PREFIX));
  }

  private static Setting<?> known(String key) {
    Setting<?> setting = BY_KEY.get(key);
    if (setting == null) {
      throw new InvalidInputException("setting", key, "one of " + sorted(BY_KEY.keySet()));
    }
    return setting;
  }

  private static String sorted(Collection<String> keys) {
    return keys.stream().sorted().collect(Collectors.joining(", ")) + ", or kafka.*";
  }
}
