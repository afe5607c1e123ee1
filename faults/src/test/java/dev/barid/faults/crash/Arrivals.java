package dev.barid.faults.crash;

import dev.barid.testkit.Behavior;
import dev.barid.testkit.ReceivedRequest;
import dev.barid.testkit.Receiver;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** A receiver that counts how often each event arrived, by its subscriber's path and its body. */
final class Arrivals implements AutoCloseable {

  private static final int KEPT = 1_000;

  private final Receiver receiver = Receiver.start();
  private final Map<String, Map<Integer, Integer>> times = new ConcurrentHashMap<>();
  private final AtomicInteger received = new AtomicInteger();
  private final String hanging;
  private volatile boolean answersAll;

  private Arrivals(String hanging) {
    this.hanging = hanging;
  }

  /** Requests to paths that begin with {@code hanging} are not answered at first. */
  static Arrivals start(String hanging) {
    Arrivals arrivals = new Arrivals(hanging);
    arrivals.receiver.elsewhere().byRequest(arrivals::arrived);
    return arrivals;
  }

  String url(String subscriber) {
    return receiver.url("/" + subscriber);
  }

  /** From now on all requests are answered. */
  void answerAll() {
    answersAll = true;
  }

  /** How many events of subscribers whose names begin so have arrived. */
  int distinct(String subscriber) {
    return times.entrySet().stream()
        .filter(entry -> entry.getKey().startsWith(subscriber))
        .mapToInt(entry -> entry.getValue().size())
        .sum();
  }

  int timesOf(String subscriber, int number) {
    return times.getOrDefault(subscriber, Map.of()).getOrDefault(number, 0);
  }

  /** The events of a subscriber that arrived more than once. */
  List<Integer> repeated(String subscriber) {
    return times.getOrDefault(subscriber, Map.of()).entrySet().stream()
        .filter(entry -> entry.getValue() > 1)
        .map(Map.Entry::getKey)
        .toList();
  }

  /** How often the event arrived that arrived the most. */
  int mostTimes() {
    return times.values().stream()
        .flatMap(numbers -> numbers.values().stream())
        .mapToInt(count -> count)
        .max()
        .orElse(0);
  }

  private Behavior arrived(ReceivedRequest request) {
    String subscriber = request.target().substring(1);
    times
        .computeIfAbsent(subscriber, name -> new ConcurrentHashMap<>())
        .merge(Integer.parseInt(request.text()), 1, Integer::sum);
    if (received.incrementAndGet() % KEPT == 0) {
      receiver.forgetRequests();
    }
    return subscriber.startsWith(hanging) && !answersAll
        ? new Behavior.Hang()
        : Behavior.answer(200);
  }

  @Override
  public void close() {
    receiver.close();
  }
}
