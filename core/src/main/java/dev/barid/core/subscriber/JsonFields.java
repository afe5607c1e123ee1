package dev.barid.core.subscriber;

import dev.barid.core.text.Durations;
import dev.barid.core.text.InvalidInputException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import tools.jackson.databind.JsonNode;

/**
 * The fields of one JSON object, each read under its full path so that an error can name it. A
 * field that is absent or null has its default; one that isn't known is refused.
 */
final class JsonFields {

  private final String path;
  private final JsonNode object;

  private JsonFields(String path, JsonNode object) {
    this.path = path;
    this.object = object;
  }

  /**
   * @param path where the object stands, empty for the outermost
   * @throws InvalidInputException if the node is no object or has a field that isn't known
   */
  static JsonFields of(String path, JsonNode node, Set<String> known) {
    JsonFields fields = ofAny(path, node);
    for (String name : node.propertyNames()) {
      if (!known.contains(name)) {
        throw new InvalidInputException(
            "field", join(path, name), "one of " + String.join(", ", new TreeSet<>(known)));
      }
    }
    return fields;
  }

  /**
   * The same for an object that may have fields of a later version.
   *
   * @throws InvalidInputException if the node is no object
   */
  static JsonFields ofAny(String path, JsonNode node) {
    if (!node.isObject()) {
      String field = path.isEmpty() ? "subscriber" : path;
      throw new InvalidInputException(field, kind(node), "an object");
    }
    return new JsonFields(path, node);
  }

  String path(String name) {
    return join(path, name);
  }

  Optional<JsonNode> node(String name) {
    JsonNode node = object.get(name);
    return node == null || node.isNull() ? Optional.empty() : Optional.of(node);
  }

  Optional<String> text(String name) {
    return node(name).map(node -> textOf(path(name), node));
  }

  String requiredText(String name) {
    return text(name)
        .orElseThrow(() -> new InvalidInputException(path(name), "(missing)", "a text"));
  }

  List<String> texts(String name) {
    List<String> texts = new ArrayList<>();
    List<JsonNode> nodes = nodes(name);
    for (int i = 0; i < nodes.size(); i++) {
      texts.add(textOf(path(name) + "[" + i + "]", nodes.get(i)));
    }
    return texts;
  }

  List<JsonNode> nodes(String name) {
    return node(name)
        .map(
            node -> {
              if (!node.isArray()) {
                throw new InvalidInputException(path(name), kind(node), "a list");
              }
              return List.copyOf(node.values());
            })
        .orElse(List.of());
  }

  int integer(String name, int standard) {
    return node(name)
        .map(
            node -> {
              if (!node.isIntegralNumber() || !node.canConvertToInt()) {
                throw new InvalidInputException(
                    path(name), shown(path(name), node), "a whole number");
              }
              return node.intValue();
            })
        .orElse(standard);
  }

  double decimal(String name, double standard) {
    return node(name)
        .map(
            node -> {
              if (!node.isNumber()) {
                throw new InvalidInputException(path(name), shown(path(name), node), "a number");
              }
              // Not doubleValue(), which throws where the digits are too many for a double.
              return Double.parseDouble(node.asString());
            })
        .orElse(standard);
  }

  Duration duration(String name, Duration standard) {
    return text(name).map(text -> Durations.parse(path(name), text)).orElse(standard);
  }

  /**
   * What is made of values already read; an error that names the field shortly then names it by its
   * full path.
   */
  <T> T made(Supplier<T> maker) {
    try {
      return maker.get();
    } catch (InvalidInputException wrong) {
      throw wrong.within(path);
    }
  }

  private static String textOf(String path, JsonNode node) {
    if (!node.isString()) {
      throw new InvalidInputException(path, shown(path, node), "a text");
    }
    return node.stringValue();
  }

  /** What an error message says of a node where something else should be: never its contents. */
  static String kind(JsonNode node) {
    return switch (node.getNodeType()) {
      case ARRAY -> "(a list)";
      case OBJECT, POJO -> "(an object)";
      case STRING, BINARY -> "(a text)";
      case NUMBER -> "(a number)";
      case BOOLEAN -> "(true or false)";
      case NULL, MISSING -> "(nothing)";
    };
  }

  /** A plain value for an error message, unless it stands where a secret may be. */
  private static String shown(String path, JsonNode node) {
    if (node.isContainer()) {
      return kind(node);
    }
    return path.contains("secrets") ? "(not shown)" : node.asString();
  }

  private static String join(String path, String name) {
    return path.isEmpty() ? name : path + "." + name;
  }
}
