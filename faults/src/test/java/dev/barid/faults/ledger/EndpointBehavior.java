package dev.barid.faults.ledger;

import dev.barid.testkit.Behavior;
import java.time.Duration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.random.RandomGenerator;

/**
 * What an endpoint of the receiver does. It stands in the endpoint's own URL, so that a receiver
 * that was killed goes on as before: {@code /orders?do=fail&share=0.3}.
 */
public sealed interface EndpointBehavior {

  /** Answers 200 at once. */
  record Healthy() implements EndpointBehavior {}

  /** Answers 503 to that share of the requests, chosen at random, and 200 to the others. */
  record Flaky(double share) implements EndpointBehavior {}

  /** Answers 200 after that long. */
  record Slow(Duration delay) implements EndpointBehavior {}

  /** Never answers. */
  record Hanging() implements EndpointBehavior {}

  /** Answers that status at once. */
  record Answering(int status) implements EndpointBehavior {}

  /** Closes the connection instead of an answer. */
  record Closing() implements EndpointBehavior {}

  /** The path and query for an endpoint of that name. */
  default String target(String name) {
    return "/" + name + "?" + query();
  }

  private String query() {
    if (this instanceof Flaky flaky) {
      return String.format(Locale.ROOT, "do=fail&share=%.3f", flaky.share());
    } else if (this instanceof Slow slow) {
      return "do=wait&ms=" + slow.delay().toMillis();
    } else if (this instanceof Hanging) {
      return "do=hang";
    } else if (this instanceof Answering answering) {
      return "do=answer&status=" + answering.status();
    } else if (this instanceof Closing) {
      return "do=close";
    }
    return "do=succeed";
  }

  /**
   * Reads it from a request's path and query.
   *
   * @throws IllegalArgumentException if the query says none of these
   */
  static EndpointBehavior of(String target) {
    Map<String, String> query = new HashMap<>();
    for (String pair : target.substring(target.indexOf('?') + 1).split("&", -1)) {
      int equals = pair.indexOf('=');
      query.put(pair.substring(0, Math.max(0, equals)), pair.substring(equals + 1));
    }
    return switch (query.getOrDefault("do", "")) {
      case "succeed" -> new Healthy();
      case "fail" -> new Flaky(Double.parseDouble(query.getOrDefault("share", "")));
      case "wait" -> new Slow(Duration.ofMillis(Long.parseLong(query.getOrDefault("ms", ""))));
      case "hang" -> new Hanging();
      case "answer" -> new Answering(Integer.parseInt(query.getOrDefault("status", "")));
      case "close" -> new Closing();
      default ->
          throw new IllegalArgumentException(
              "target \""
                  + target
                  + "\" (expected: do=succeed, fail, wait, hang, answer or close in its query)");
    };
  }

  /** What to do with one request. */
  default Behavior next(RandomGenerator random) {
    if (this instanceof Flaky flaky) {
      return Behavior.answer(random.nextDouble() < flaky.share() ? 503 : 200);
    } else if (this instanceof Slow slow) {
      return Behavior.answer(200).after(slow.delay());
    } else if (this instanceof Hanging) {
      return new Behavior.Hang();
    } else if (this instanceof Answering answering) {
      return Behavior.answer(answering.status());
    } else if (this instanceof Closing) {
      return new Behavior.Close();
    }
    return Behavior.answer(200);
  }
}
