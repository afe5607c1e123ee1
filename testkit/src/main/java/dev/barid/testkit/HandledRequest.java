package dev.barid.testkit;

import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A request and what became of it.
 *
 * @param status the answer's, empty for none so far
 * @param endedAt when the answer had been written or the connection closed, empty while neither is
 * @param complete whether the answer was written to its end
 */
public record HandledRequest(
    ReceivedRequest request, OptionalInt status, Optional<Instant> endedAt, boolean complete) {}
