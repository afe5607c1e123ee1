package dev.barid.scheduler;

import dev.barid.core.delivery.HeaderNames;
import dev.barid.core.health.Parked;
import dev.barid.core.subscriber.EndpointKey;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.kafka.common.header.Header;

/**
 * What a record of {@code parked} says of itself.
 *
 * @param endpoint the endpoint that it waits for
 * @param parked since when, by which health, and for how long at most
 */
record ParkedLabel(EndpointKey endpoint, Parked parked) {

  /**
   * Reads a record's key and headers.
   *
   * <p>When it was parked is when it arrived, at the latest: a timestamp of the future must not
   * prolong its waiting.
   *
   * @param nowMs the scheduler's wall clock, epoch milliseconds
   * @return empty if something is missing or damaged, or its give-up time is farther off than any
   *     policy can ask for: nobody could say for what it is to be held
   */
  static Optional<ParkedLabel> read(HeldRecord record, long nowMs) {
    OptionalLong version = number(record, HeaderNames.PARKED_VERSION);
    OptionalLong giveUpAtMs = number(record, HeaderNames.GIVE_UP_AT);
    if (version.isEmpty()
        || giveUpAtMs.isEmpty()
        || giveUpAtMs.getAsLong() > nowMs + DueTime.HORIZON.toMillis()) {
      return Optional.empty();
    }
    long parkedAtMs = Math.max(0, Math.min(record.timestampMs(), nowMs));
    Parked parked =
        new Parked(
            version.getAsLong(),
            Instant.ofEpochMilli(parkedAtMs),
            Instant.ofEpochMilli(giveUpAtMs.getAsLong()));
    return endpoint(record).map(endpoint -> new ParkedLabel(endpoint, parked));
  }

  private static Optional<EndpointKey> endpoint(HeldRecord record) {
    byte[] subscriber = record.key();
    Header header = record.headers().lastHeader(HeaderNames.ENDPOINT);
    byte[] endpoint = header == null ? null : header.value();
    if (subscriber == null || endpoint == null) {
      return Optional.empty();
    }
    String key =
        new String(subscriber, StandardCharsets.ISO_8859_1)
            + "/"
            + new String(endpoint, StandardCharsets.ISO_8859_1);
    return EndpointKey.fromKey(key.getBytes(StandardCharsets.ISO_8859_1));
  }

  private static OptionalLong number(HeldRecord record, String header) {
    return HeaderNumber.of(record.headers().lastHeader(header));
  }
}
