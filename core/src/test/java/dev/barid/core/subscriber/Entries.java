package dev.barid.core.subscriber;

import java.nio.charset.StandardCharsets;

/** Registry entries for tests. */
final class Entries {
  static final String SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

  private Entries() {}

  /** An entry with these endpoints. */
  static String subscriber(String... endpoints) {
    return "{\"id\": \"acme\", \"endpoints\": [" + String.join(", ", endpoints) + "]}";
  }

  /** A good endpoint with this id and more fields, as JSON without braces; empty for none. */
  static String endpoint(String id, String more) {
    return "{\"id\": \"%s\", \"url\": \"https://hooks.example/%s\", \"secrets\": [\"%s\"]%s}"
        .formatted(id, id, SECRET, more.isEmpty() ? "" : ", " + more);
  }

  static byte[] bytes(String json) {
    return json.getBytes(StandardCharsets.UTF_8);
  }

  /** Reads an entry strictly, as {@code subscriber put} does. */
  static Subscriber parse(String json) {
    return SubscriberJson.parse(SubscriberJson.tree(bytes(json)));
  }

  /** Reads an entry with one endpoint. */
  static Endpoint parseEndpoint(String more) {
    EndpointEntry entry = parse(subscriber(endpoint("orders", more))).endpoints().get(0);
    return ((EndpointEntry.Usable) entry).endpoint();
  }

  static Subscriber stored(String json) {
    return SubscriberJson.readStored(bytes(json));
  }
}
