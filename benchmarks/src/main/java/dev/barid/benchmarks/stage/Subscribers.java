package dev.barid.benchmarks.stage;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.IntFunction;

/** The subscribers of a benchmark: {@code sub-0}, {@code sub-1}, …, each with one endpoint. */
public final class Subscribers {

  /** The secret of the Standard Webhooks specification's own examples. */
  public static final String SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

  private Subscribers() {}

  public static String id(int number) {
    return "sub-" + number;
  }

  /** The path of a subscriber's endpoint. */
  public static String path(int number) {
    return "/" + id(number);
  }

  /**
   * Their registry entries by id.
   *
   * @param url the address of each one's endpoint
   * @param more what else the endpoints have, such as {@code "ratePerSecond":50}; may be empty
   */
  public static Map<String, String> entries(
      int count, IntFunction<String> url, IntFunction<String> more) {
    Map<String, String> entries = new LinkedHashMap<>();
    for (int number = 0; number < count; number++) {
      String own = more.apply(number);
      entries.put(
          id(number),
          "{\"id\":\"%s\",\"endpoints\":[{\"id\":\"main\",\"url\":\"%s\",\"secrets\":[\"%s\"]%s}]}"
              .formatted(id(number), url.apply(number), SECRET, own.isEmpty() ? "" : "," + own));
    }
    return entries;
  }
}
