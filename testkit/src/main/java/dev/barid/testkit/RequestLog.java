package dev.barid.testkit;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** What a receiver got, in order, and how much of it at once. Thread-safe. */
final class RequestLog {
  private final List<ReceivedRequest> requests = new ArrayList<>();
  private final List<ReceivedRequest> successes = new ArrayList<>();
  private final IdentityHashMap<ReceivedRequest, HandledRequest> handled = new IdentityHashMap<>();
  private final Map<String, Integer> open = new HashMap<>();
  private final Map<String, Integer> most = new HashMap<>();

  synchronized void add(ReceivedRequest request) {
    requests.add(request);
    int now = open.merge(request.path(), 1, Integer::sum);
    most.merge(request.path(), now, Math::max);
    notifyAll();
  }

  /** It was answered with 2xx, to the answer's end. */
  synchronized void succeeded(ReceivedRequest request) {
    successes.add(request);
    notifyAll();
  }

  synchronized List<ReceivedRequest> successes() {
    return List.copyOf(successes);
  }

  /** It was answered, or its connection is gone. */
  synchronized void ended(ReceivedRequest request, OptionalInt status, boolean complete) {
    open.merge(request.path(), -1, Integer::sum);
    handled.put(request, new HandledRequest(request, status, Optional.of(Instant.now()), complete));
  }

  /** All requests with what became of them, in the order they came. */
  synchronized List<HandledRequest> handled() {
    return requests.stream()
        .map(
            request ->
                handled.getOrDefault(
                    request,
                    new HandledRequest(request, OptionalInt.empty(), Optional.empty(), false)))
        .toList();
  }

  synchronized int mostAtOnce(String path) {
    return most.getOrDefault(path, 0);
  }

  synchronized List<ReceivedRequest> all() {
    return List.copyOf(requests);
  }

  synchronized void forget() {
    requests.clear();
    successes.clear();
    handled.clear();
    most.clear();
  }

  List<ReceivedRequest> await(
      Predicate<List<ReceivedRequest>> condition, String what, Duration timeout) {
    return await(requests, condition, what, timeout);
  }

  List<ReceivedRequest> awaitSuccesses(int count, Duration timeout) {
    return await(successes, all -> all.size() >= count, count + " successes", timeout);
  }

  private synchronized List<ReceivedRequest> await(
      List<ReceivedRequest> watched,
      Predicate<List<ReceivedRequest>> condition,
      String what,
      Duration timeout) {
    long deadline = System.nanoTime() + timeout.toNanos();
    while (!condition.test(List.copyOf(watched))) {
      long leftNanos = deadline - System.nanoTime();
      if (leftNanos <= 0) {
        throw new AssertionError(
            "after " + timeout + " not " + what + ", but " + watched.size() + lines());
      }
      try {
        wait(TimeUnit.NANOSECONDS.toMillis(leftNanos) + 1);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException(e);
      }
    }
    return List.copyOf(watched);
  }

  private String lines() {
    StringBuilder lines = new StringBuilder("; ").append(requests.size()).append(" requests:");
    requests.forEach(request -> lines.append("\n  ").append(request));
    return lines.toString();
  }
}
