package dev.barid.standalone.demo;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** What one receiver saw. Written by its server's thread, read by others. */
final class Inbox {

  private final Set<String> accepted = ConcurrentHashMap.newKeySet();
  private final Latencies latencies = new Latencies();
  private final LongAdder requests = new LongAdder();
  private final LongAdder repeats = new LongAdder();
  private final LongAdder badSignatures = new LongAdder();

  void onRequest(boolean signatureIsRight) {
    requests.increment();
    if (!signatureIsRight) {
      badSignatures.increment();
    }
  }

  /**
   * A request is answered with success.
   *
   * @param latencyMs since the event was sent
   */
  void onAccepted(String webhookId, long latencyMs) {
    if (accepted.add(webhookId)) {
      latencies.add(latencyMs);
    } else {
      repeats.increment();
    }
  }

  /** The ids that were answered with success at least once. */
  Set<String> accepted() {
    return accepted;
  }

  /** From sent to the first success. */
  Latencies latencies() {
    return latencies;
  }

  long requests() {
    return requests.sum();
  }

  /** How often an id that had been answered with success came again. */
  long repeats() {
    return repeats.sum();
  }

  long badSignatures() {
    return badSignatures.sum();
  }
}
