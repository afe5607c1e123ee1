package dev.barid.testkit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** What a receiver got, in order, and how much of it at once. Thread-safe. */
final class RequestLog {
  private final List<ReceivedRequest> requests = new ArrayList<>();
  private final Map<String, Integer> open = new HashMap<>();
  private final Map<String, Integer> most = new HashMap<>();

  synchronized void add(ReceivedRequest request) {
    requests.add(request);
    int now = open.merge(request.path(), 1, Integer::sum);
    most.merge(request.path(), now, Math::max);
    notifyAll();
  }

  /** It was answered, or its connection is gone. */
  synchronized void ended(ReceivedRequest request) {
    open.merge(request.path(), -1, Integer::sum);
  }

  synchronized int mostAtOnce(String path) {
    return most.getOrDefault(path, 0);
  }

  synchronized List<ReceivedRequest> all() {
    return List.copyOf(requests);
  }

  synchronized void forget() {
    requests.clear();
    most.clear();
  }

  synchronized List<ReceivedRequest> await(
      Predicate<List<ReceivedRequest>> condition, String what, Duration timeout) {
    long deadline = System.nanoTime() + timeout.toNanos();
    while (!condition.test(all())) {
      long leftNanos = deadline - System.nanoTime();
      if (leftNanos <= 0) {
        throw new AssertionError(
            "after " + timeout + " not " + what + ", but " + requests.size() + ":" + lines());
      }
      try {
        wait(TimeUnit.NANOSECONDS.toMillis(leftNanos) + 1);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException(e);
      }
    }
    return all();
  }

  private String lines() {
    StringBuilder lines = new StringBuilder();
    requests.forEach(request -> lines.append("\n  ").append(request));
    return lines.toString();
  }
}
