package dev.barid.core.subscriber;

import dev.barid.core.text.InvalidInputException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Takes JSON apart. The parser's own messages quote what they stumble over, which may be a secret
 * that lost its quotes; so errors say where, and never what.
 */
final class JsonText {
  private static final String FIELD = "subscriber";
  private static final int MAX_DEPTH = 50;

  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .streamReadConstraints(StreamReadConstraints.builder().maxNestingDepth(MAX_DEPTH).build())
          .build();

  private static final JsonMapper STRICT =
      JsonMapper.builder(FACTORY)
          .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
          .build();

  private static final JsonMapper LENIENT = JsonMapper.builder(FACTORY).build();

  private static final Pattern DUPLICATE = Pattern.compile("Duplicate property \"([^\"]*)\".*");

  private JsonText() {}

  /**
   * The tree of a text that says each thing once.
   *
   * @throws InvalidInputException if it is no JSON, has a field twice or is too long
   */
  static JsonNode strict(byte[] json) {
    return read(STRICT, json);
  }

  /**
   * The tree of a text whose repeated fields count as the last one says.
   *
   * @throws InvalidInputException if it is no JSON or too long
   */
  static JsonNode lenient(byte[] json) {
    return read(LENIENT, json);
  }

  static byte[] bytes(JsonNode tree) {
    return LENIENT.writeValueAsBytes(tree);
  }

  private static JsonNode read(JsonMapper mapper, byte[] json) {
    if (json.length > SubscriberJson.MAX_BYTES) {
      throw new InvalidInputException(
          FIELD, json.length + " bytes", "at most " + SubscriberJson.MAX_BYTES + " bytes");
    }
    try {
      JsonNode node = mapper.readTree(json);
      if (node.isMissingNode()) {
        throw new InvalidInputException(FIELD, "(empty)", "a JSON object");
      }
      return node;
    } catch (JacksonException broken) {
      throw refused(broken);
    }
  }

  private static InvalidInputException refused(JacksonException broken) {
    if (broken instanceof StreamConstraintsException) {
      return new InvalidInputException(
          FIELD,
          "(extreme)",
          "JSON at most " + MAX_DEPTH + " levels deep, with numbers of at most 1000 digits");
    }
    if (broken instanceof DatabindException) {
      Matcher duplicate = DUPLICATE.matcher(broken.getOriginalMessage());
      return duplicate.matches()
          ? new InvalidInputException("field", duplicate.group(1), "each field of an object once")
          : new InvalidInputException(FIELD, where(broken), "one JSON object, nothing after it");
    }
    return new InvalidInputException(FIELD, where(broken), "JSON in UTF-8");
  }

  private static String where(JacksonException broken) {
    TokenStreamLocation at = broken.getLocation();
    return at == null ? "(not shown)" : "line " + at.getLineNr() + ", column " + at.getColumnNr();
  }
}
