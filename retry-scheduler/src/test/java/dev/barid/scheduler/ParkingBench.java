package dev.barid.scheduler;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.barid.core.health.Breaker;
import dev.barid.core.health.EndpointHealth;
import dev.barid.core.health.HealthJson;
import dev.barid.core.health.Parked;
import dev.barid.core.health.Pause;
import dev.barid.core.health.PauseReason;
import dev.barid.core.health.Release;
import dev.barid.core.subscriber.EndpointKey;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.kafka.common.header.internals.RecordHeaders;

/** What one partition parks, on a clock which only {@link #pass} moves, restarted at will. */
final class ParkingBench {

  static final Instant START = Instant.parse("2030-01-01T00:00:00Z");
  static final Duration TICK = Duration.ofMillis(50);
  static final Duration OPEN_FOR = Duration.ofSeconds(30);
  static final EndpointKey ORDERS = new EndpointKey("acme", "orders");
  static final EndpointKey OTHER = new EndpointKey("acme", "orders2");

  /** A release, when and why. */
  record Sent(String body, Release why, Instant at) {}

  final TombstoneStore records = new TombstoneStore();
  TombstoneStore giveUps = new TombstoneStore();
  TombstoneStore endpoints = new TombstoneStore();
  final DrainLimit limit;
  Instant now = START;
  ParkingLot lot;
  Consumer<Sent> onSent = sent -> {};
  private List<Sent> sent = new ArrayList<>();
  private long offset;

  ParkingBench(DrainLimit limit) {
    this.limit = limit;
    this.lot = open();
  }

  ParkingBench() {
    this(new DrainLimit(DrainLimit.DEFAULT.records(), Duration.ofHours(1)));
  }

  private ParkingLot open() {
    return new ParkingLot(
        new ParkedStore(records),
        new GiveUpIndex(giveUps),
        new EndpointStore(endpoints),
        System::nanoTime,
        (record, why) -> {
          Sent one =
              new Sent(
                  new String(Optional.ofNullable(record.value()).orElseThrow(), UTF_8), why, now);
          sent.add(one);
          onSent.accept(one);
        });
  }

  /** The process is replaced by another one, which has its stores and nothing else. */
  void restart() {
    lot = open();
  }

  /** The process is replaced by another one, which has the parked deliveries and nothing else. */
  void restartWithoutIndexes() {
    giveUps = new TombstoneStore();
    endpoints = new TombstoneStore();
    restart();
  }

  void park(EndpointKey endpoint, String body, long version) {
    park(endpoint, body, version, Duration.ofHours(72));
  }

  void park(EndpointKey endpoint, String body, long version, Duration giveUpIn) {
    HeldRecord record =
        new HeldRecord(
            now.toEpochMilli(),
            endpoint.subscriber().getBytes(UTF_8),
            body.getBytes(UTF_8),
            new RecordHeaders());
    Parked parked = new Parked(version, now, now.plus(giveUpIn));
    lot.arrive(endpoint, new ParkedEntry(offset++, parked, record), now.toEpochMilli());
  }

  void hear(EndpointKey endpoint, EndpointHealth health) {
    lot.heard(endpoint, health, HealthJson.write(health), now.toEpochMilli());
  }

  void forget(EndpointKey endpoint) {
    lot.forgotten(endpoint, now.toEpochMilli());
  }

  /** Time passes as it does: in ticks, while there is something to do. */
  void pass(Duration duration) {
    Instant end = now.plus(duration);
    while (now.isBefore(end)) {
      now = now.plus(TICK);
      if (lot.nextMs() <= now.toEpochMilli()) {
        lot.tick(now.toEpochMilli(), limit);
      }
    }
  }

  /** What was released since the last call. */
  List<Sent> sent() {
    List<Sent> before = sent;
    sent = new ArrayList<>();
    return before;
  }

  List<String> bodies() {
    return sent().stream().map(Sent::body).toList();
  }

  long steps() {
    return records.steps() + giveUps.steps() + endpoints.steps();
  }

  /** The breaker opened now, and asks for a probe after the open time. */
  EndpointHealth open(long version) {
    return open(version, OPEN_FOR);
  }

  EndpointHealth open(long version, Duration openFor) {
    return health(version, new Breaker.Open(now, openFor, now.plus(openFor)), 20);
  }

  static EndpointHealth closed(long version, double releaseRate) {
    return health(version, Breaker.HEALTHY, releaseRate);
  }

  EndpointHealth paused(long version) {
    return new EndpointHealth(
        version, Breaker.HEALTHY, 0, Optional.of(new Pause(now, PauseReason.OPERATOR)), 0, 20);
  }

  private static EndpointHealth health(long version, Breaker breaker, double releaseRate) {
    return new EndpointHealth(version, breaker, 0, Optional.empty(), 0, releaseRate);
  }
}
