package dev.barid.dispatcher.endpoint;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.header.Header;

/**
 * What of a producer's record headers goes out, as HTTP fields. Names compare case-insensitively;
 * of several record headers of one name the last counts, as everywhere in Kafka.
 *
 * @param contentType the event's, if it is fit to be sent
 * @param passedOn field names and values in the record's order
 */
record ProducerHeaders(Optional<String> contentType, Map<String, String> passedOn) {
  /** CloudEvents attributes: in a record (Kafka binding, section 3.2.3), and in a request. */
  private static final String CE_HEADER = "ce_";

  static final String CE_FIELD = "ce-";

  static ProducerHeaders of(List<Header> headers) {
    Optional<String> contentType = Optional.empty();
    Map<String, String> passedOn = new LinkedHashMap<>();
    for (Header header : headers) {
      String name = header.key().toLowerCase(Locale.ROOT);
      if (header.value() == null) {
        continue;
      }
      String value = new String(header.value(), StandardCharsets.UTF_8);
      switch (name) {
        case "content-type" -> contentType = Optional.of(value).filter(FieldValues::isPlain);
        case "traceparent", "tracestate" -> {
          if (FieldValues.isPlain(value)) {
            passedOn.put(name, value);
          }
        }
        default -> {
          String field = CE_FIELD + name.substring(Math.min(CE_HEADER.length(), name.length()));
          if (name.startsWith(CE_HEADER) && FieldValues.isName(field)) {
            passedOn.put(field, FieldValues.percentEncoded(value));
          }
        }
      }
    }
    return new ProducerHeaders(contentType, passedOn);
  }
}
