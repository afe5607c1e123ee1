package dev.barid.faults.scene;

import static org.assertj.core.api.Assertions.assertThat;

import dev.barid.core.topic.Partitions;
import dev.barid.faults.process.JvmProcess;
import dev.barid.testkit.ReceivedRequest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A second dispatcher joins under load, takes partitions over, and leaves again. */
@Timeout(300)
class SecondDispatcherIT {

  private static final String FIRST = "first";
  private static final String SECOND = "second";
  private static final Duration OPEN_FOR = Duration.ofSeconds(1);
  private static final Duration END_WITHIN = Duration.ofSeconds(20);
  private static final int FAILURES = 5;
  private static final int CONCURRENCY = 4;

  private static final String ENTRY =
      "\"concurrency\":4,\"policy\":{\"backoff\":{\"base\":\"200ms\",\"cap\":\"1s\"},"
          + "\"breaker\":{\"failures\":5,\"openFor\":\"1s\",\"openForCap\":\"2s\"}}";

  @TempDir Path dir;

  @Test
  @Tag("R-D1")
  @Tag("R-D4")
  @Tag("R-I3")
  void nothingIsLostOrDoubledAndPartitionsMoveWithTheirBreakers() throws Exception {
    List<String> well = onEachPartition("well-");
    List<String> down = onEachPartition("down-");
    try (Scene scene = Scene.withoutDispatcher(dir);
        JvmProcess first = start(scene, FIRST)) {
      NamedDispatcher.awaitReady(first);
      List<String> all = Stream.concat(well.stream(), down.stream()).toList();
      all.forEach(subscriber -> scene.put(subscriber, "/" + subscriber, ENTRY));
      down.forEach(subscriber -> scene.receiver().on("/" + subscriber).answer(500));
      Instant joins;
      Instant leaves;
      int sent;
      try (Load load = Load.start(scene, all)) {
        awaitRequestsOf(scene, FIRST, 1_000);
        joins = Instant.now();
        try (JvmProcess second = start(scene, SECOND)) {
          awaitRequestsOf(scene, SECOND, 1_000);
          leaves = Instant.now();
          second.terminate(END_WITHIN);
        }
        int soFar = scene.receiver().requests().size();
        awaitRequests(scene, soFar + 2_000);
        sent = load.stop();
      }
      Instant back = Instant.now();
      down.forEach(subscriber -> scene.receiver().on("/" + subscriber).answer(200));
      scene.awaitAllDelivered(sent, Scene.LATER);

      List<ReceivedRequest> requests = scene.receiver().requests();
      assertThat(scene.receiver().successes()).as("each once").hasSize(sent);
      assertThat(Repeats.assertExplained(requests, List.of(), Duration.ZERO)).isZero();
      scene.onceBack().assertKept();
      assertThat(scene.broker().readAll(scene.broker().topics().dlq())).isEmpty();
      assertPartitionsMovedThereAndBack(requests);
      down.forEach(subscriber -> assertOneProbePerInterval(scene, subscriber, back));
      print("join", joins, leaves, requests);
      print("leave", leaves, leaves.plus(Duration.between(joins, leaves)), requests);
    }
  }

  /** No attempt is made for a partition after it is gone: so its requests' senders don't mix. */
  private static void assertPartitionsMovedThereAndBack(List<ReceivedRequest> requests) {
    Map<Integer, List<String>> owners = new TreeMap<>();
    for (ReceivedRequest request : requests) {
      List<String> sequence =
          owners.computeIfAbsent(partition(subscriber(request)), none -> new ArrayList<>());
      String sender = NamedDispatcher.of(request);
      if (sequence.isEmpty() || !sequence.get(sequence.size() - 1).equals(sender)) {
        sequence.add(sender);
      }
    }
    System.out.println("owners of each partition: " + owners);
    assertThat(owners).hasSize(Scene.PARTITIONS);
    assertThat(owners.values())
        .allMatch(
            sequence ->
                sequence.equals(List.of(FIRST)) || sequence.equals(List.of(FIRST, SECOND, FIRST)))
        .filteredOn(sequence -> sequence.contains(SECOND))
        .as("partitions that moved")
        .hasSize(Scene.PARTITIONS / 2);
  }

  /** The new owner knows that it is down: it doesn't try again whether it is. */
  private static void assertOneProbePerInterval(Scene scene, String subscriber, Instant back) {
    Instant firstProbeAt = scene.healths(subscriber).get(0).openPeriod().orElseThrow().openUntil();
    Arrivals all =
        Arrivals.of(scene.receiver().requestsTo("/" + subscriber))
            .where(request -> request.at().isBefore(back));
    assertThat(all.where(request -> request.at().isBefore(firstProbeAt)).size())
        .as("the failures that open it, and what was in flight beside the last of them")
        .isLessThan(FAILURES + CONCURRENCY);
    List<Duration> gaps = all.since(firstProbeAt).gaps();
    System.out.println("times between probes of " + subscriber + ": " + gaps);
    assertThat(gaps)
        .hasSizeGreaterThan(3)
        .allSatisfy(gap -> assertThat(gap).isGreaterThanOrEqualTo(OPEN_FOR));
  }

  private static void print(
      String what, Instant from, Instant until, List<ReceivedRequest> requests) {
    Map<Integer, List<ReceivedRequest>> byPartition =
        requests.stream()
            .filter(request -> subscriber(request).startsWith("well-"))
            .filter(request -> !request.at().isBefore(from) && request.at().isBefore(until))
            .collect(
                Collectors.groupingBy(
                    request -> partition(subscriber(request)), TreeMap::new, Collectors.toList()));
    byPartition.forEach(
        (partition, all) ->
            System.out.printf(
                "%s: partition %d paused for %d ms at most%n",
                what,
                partition,
                Arrivals.of(all).gaps().stream().mapToLong(Duration::toMillis).max().orElse(0)));
  }

  private static JvmProcess start(Scene scene, String name) {
    return NamedDispatcher.start(scene.site().directory(), scene.broker().bootstrapServers(), name);
  }

  private static void awaitRequestsOf(Scene scene, String dispatcher, int count) {
    scene.awaitThat(
        count + " requests of " + dispatcher,
        Scene.SOON,
        () ->
            scene.receiver().requests().stream()
                    .filter(request -> NamedDispatcher.of(request).equals(dispatcher))
                    .count()
                >= count);
  }

  private static void awaitRequests(Scene scene, int count) {
    scene.awaitThat(
        count + " requests", Scene.SOON, () -> scene.receiver().requests().size() >= count);
  }

  private static String subscriber(ReceivedRequest request) {
    return request.path().substring(1);
  }

  /** Of ids that begin so, one for each partition. */
  private static List<String> onEachPartition(String prefix) {
    Map<Integer, String> ids = new TreeMap<>();
    IntStream.iterate(0, number -> ids.size() < Scene.PARTITIONS, number -> number + 1)
        .mapToObj(number -> prefix + number)
        .forEach(id -> ids.putIfAbsent(partition(id), id));
    return List.copyOf(ids.values());
  }

  private static int partition(String subscriber) {
    return Partitions.of(subscriber.getBytes(StandardCharsets.UTF_8), Scene.PARTITIONS);
  }
}
