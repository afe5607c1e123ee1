package dev.barid.core.topic;

import dev.barid.core.text.Durations;
import java.time.Duration;

/**
 * One delay tier: a topic {@code retry.<name>} for deliveries that wait no longer than its length.
 *
 * @param name the topic's suffix, the length in its shortest form, such as {@code 10m}
 * @param length the longest wait that the tier is meant for; positive
 */
public record RetryTier(String name, Duration length) {

  /** Parses a tier from its length, such as {@code 10m}. */
  static RetryTier parse(String field, String text) {
    Duration length = Durations.parse(field, text);
    return new RetryTier(Durations.format(length), length);
  }
}
