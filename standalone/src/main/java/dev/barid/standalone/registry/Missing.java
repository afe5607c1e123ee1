package dev.barid.standalone.registry;

/** What is said of a subscriber that isn't there. */
final class Missing {

  private Missing() {}

  static String message(String id) {
    return "subscriber \""
        + id
        + "\" isn't in the registry (expected: one that"
        + " \"barid subscriber list\" shows)";
  }
}
