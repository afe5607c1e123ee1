package dev.barid.cli;

import dev.barid.core.text.Printable;
import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.stream.Collectors;
import tools.jackson.core.JacksonException;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** A configuration file: YAML if its name ends in .yaml or .yml, else Java properties, in UTF-8. */
final class ConfigFile {

  private ConfigFile() {}

  /**
   * The entries of the file, keys joined by dots and lists by commas.
   *
   * @throws CommandFailure if the file can't be read or isn't what its name says
   */
  static Map<String, String> read(Path file) {
    String text = text(file);
    String name = file.toString().toLowerCase(Locale.ROOT);
    return name.endsWith(".yaml") || name.endsWith(".yml")
        ? yaml(file, text)
        : properties(file, text);
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (NoSuchFileException missing) {
      throw unusable(file, "no such file");
    } catch (CharacterCodingException notText) {
      throw unusable(file, "not UTF-8 text");
    } catch (IOException unreadable) {
      throw unusable(file, unreadable.toString());
    }
  }

  private static Map<String, String> properties(Path file, String text) {
    Properties properties = new Properties();
    try (Reader reader = new StringReader(text)) {
      properties.load(reader);
    } catch (IOException | IllegalArgumentException malformed) {
      throw unusable(file, "not Java properties: " + malformed.getMessage());
    }
    Map<String, String> entries = new LinkedHashMap<>();
    for (String key : properties.stringPropertyNames()) {
      entries.put(key, Objects.requireNonNull(properties.getProperty(key)));
    }
    return entries;
  }

  private static Map<String, String> yaml(Path file, String text) {
    JsonNode root;
    try {
      root = YAMLMapper.builder().build().readTree(text);
    } catch (JacksonException malformed) {
      throw unusable(file, "not YAML" + at(malformed.getLocation()));
    }
    Map<String, String> entries = new LinkedHashMap<>();
    if (root.isObject()) {
      flatten(file, "", root, entries);
    } else if (!root.isMissingNode() && !root.isNull()) {
      throw unusable(file, "not a YAML mapping of keys to values");
    }
    return entries;
  }

  /** Never the text itself: it may hold a secret. */
  private static String at(TokenStreamLocation location) {
    return location == null || location.getLineNr() < 1 ? "" : ", see line " + location.getLineNr();
  }

  private static void flatten(
      Path file, String prefix, JsonNode object, Map<String, String> entries) {
    object.forEachEntry(
        (name, value) -> {
          String key = prefix + name;
          if (value.isObject()) {
            flatten(file, key + ".", value, entries);
          } else if (value.isArray()) {
            entries.put(
                key,
                value
                    .valueStream()
                    .map(element -> scalar(file, key, element))
                    .collect(Collectors.joining(",")));
          } else if (!value.isNull()) {
            entries.put(key, scalar(file, key, value));
          }
        });
  }

  private static String scalar(Path file, String key, JsonNode value) {
    if (!value.isValueNode() || value.isNull()) {
      throw unusable(file, key + ": a list holds plain values only");
    }
    return value.asString();
  }

  private static CommandFailure unusable(Path file, String why) {
    return CommandFailure.wrongUsage(
        "--config \""
            + Printable.line(file.toString(), 200)
            + "\" (expected: a readable Java properties or YAML file): "
            + Printable.line(why, 200));
  }
}
