package dev.barid.cli;

import java.util.Optional;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;

/** What Kafka's exceptions mean to whoever typed the command, in one line. */
final class KafkaFailures {

  private KafkaFailures() {}

  /**
   * The line; empty if the failure isn't one of Kafka's.
   *
   * @param servers where Kafka was looked for
   */
  static Optional<String> line(Throwable failure, String servers) {
    if (failure instanceof CommandFailure) {
      return Optional.empty();
    }
    String line = null;
    // The innermost failure says most: clients wrap what went wrong while they were made.
    for (Throwable at = failure; at != null; at = at.getCause()) {
      String meaning = meaning(at, servers);
      line = meaning == null ? line : meaning;
    }
    return Optional.ofNullable(line);
  }

  private static @Nullable String meaning(Throwable failure, String servers) {
    if (failure instanceof TimeoutException) {
      return "can't reach Kafka at %s, or it doesn't answer: %s (expected: brokers there; see"
              .formatted(servers, failure.getMessage())
          + " --bootstrap-servers)";
    }
    if (failure instanceof AuthenticationException) {
      return "Kafka refused to let us in: " + failure.getMessage();
    }
    if (failure instanceof AuthorizationException) {
      return "Kafka doesn't allow this: " + failure.getMessage();
    }
    if (failure instanceof UnknownTopicOrPartitionException) {
      return "a topic is missing: "
          + failure.getMessage()
          + " (expected: created by: barid topics create)";
    }
    if (failure instanceof ProducerFencedException) {
      return "another process has taken over: " + failure.getMessage();
    }
    if (failure instanceof ConfigException) {
      return "the Kafka clients refuse their settings: " + failure.getMessage();
    }
    return failure instanceof KafkaException ? "Kafka: " + failure.getMessage() : null;
  }
}
