package dev.barid.standalone.delivery;

import dev.barid.testkit.TestBroker;

/** Writes subscribers to the registry's topic as {@code barid subscriber put} stores them. */
final class Registry {

  /** The secret of the Standard Webhooks specification's own examples. */
  static final String SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

  private Registry() {}

  static void put(TestBroker broker, String subscriber, String... endpoints) {
    broker.produce(
        broker.topics().subscribers(),
        subscriber,
        "{\"id\":\"" + subscriber + "\",\"endpoints\":[" + String.join(",", endpoints) + "]}");
  }

  /** A subscriber whose notices go to another one. */
  static void putNotifying(
      TestBroker broker, String subscriber, String notify, String... endpoints) {
    broker.produce(
        broker.topics().subscribers(),
        subscriber,
        "{\"id\":\""
            + subscriber
            + "\",\"notify\":\""
            + notify
            + "\",\"endpoints\":["
            + String.join(",", endpoints)
            + "]}");
  }

  static String endpoint(String id, String url, String more) {
    return "{\"id\":\""
        + id
        + "\",\"url\":\""
        + url
        + "\",\"secrets\":[\""
        + SECRET
        + "\"]"
        + (more.isEmpty() ? "" : "," + more)
        + "}";
  }
}
