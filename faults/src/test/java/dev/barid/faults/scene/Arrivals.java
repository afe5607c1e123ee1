package dev.barid.faults.scene;

import dev.barid.testkit.ReceivedRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Requests in the order in which they arrived.
 *
 * @param requests sorted by their times
 */
record Arrivals(List<ReceivedRequest> requests) {

  static Arrivals of(List<ReceivedRequest> requests) {
    return new Arrivals(
        requests.stream().sorted(Comparator.comparing(ReceivedRequest::at)).toList());
  }

  /** Those that came at that time or later. */
  Arrivals since(Instant from) {
    return where(request -> !request.at().isBefore(from));
  }

  Arrivals where(Predicate<ReceivedRequest> condition) {
    return new Arrivals(requests.stream().filter(condition).toList());
  }

  int size() {
    return requests.size();
  }

  /** The times between one and the next, in their order. */
  List<Duration> gaps() {
    return IntStream.range(1, requests.size())
        .mapToObj(next -> Duration.between(requests.get(next - 1).at(), requests.get(next).at()))
        .toList();
  }

  /** The most that came within any time span of that length. */
  int mostWithin(Duration span) {
    int most = 0;
    int first = 0;
    for (int last = 0; last < requests.size(); last++) {
      Instant begins = requests.get(last).at().minus(span);
      while (!requests.get(first).at().isAfter(begins)) {
        first++;
      }
      most = Math.max(most, last - first + 1);
    }
    return most;
  }

  /** From the first one to the last one; there are two at least. */
  Duration length() {
    return Duration.between(requests.get(0).at(), requests.get(requests.size() - 1).at());
  }

  /** Each event's requests. */
  Map<String, List<ReceivedRequest>> byEvent() {
    return requests.stream().collect(Collectors.groupingBy(Arrivals::eventId));
  }

  static String eventId(ReceivedRequest request) {
    return request.header("webhook-id").orElseThrow();
  }

  static int attempt(ReceivedRequest request) {
    return Integer.parseInt(request.header("X-Delivery-Attempt").orElseThrow());
  }
}
