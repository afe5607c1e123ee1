package dev.barid.standalone.delivery;

import dev.barid.core.topic.Partitions;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;

/** Subscribers that share a partition. */
final class Neighbors {

  private Neighbors() {}

  /** The ids of so many others on the subscriber's partition. */
  static List<String> of(String subscriber, int count) {
    int home = partition(subscriber);
    return IntStream.iterate(0, number -> number + 1)
        .mapToObj(number -> "neighbor-" + number)
        .filter(id -> partition(id) == home)
        .limit(count)
        .toList();
  }

  private static int partition(String subscriber) {
    return Partitions.of(subscriber.getBytes(StandardCharsets.UTF_8), Roles.PARTITIONS);
  }
}
