package dev.barid.dispatcher.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.barid.core.attempt.AttemptResult;
import dev.barid.core.attempt.ErrorClass;
import dev.barid.core.delivery.Delivery;
import dev.barid.core.subscriber.Endpoint;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;

/** The endpoints of one worker: they answer anything, in any order, some of them late. */
final class SimulatedHttp implements AttemptSender {

  /**
   * A request that has no answer yet.
   *
   * @param lane the partition's number and the endpoint
   * @param onEnd told once
   */
  private record Request(String lane, Consumer<AttemptResult> onEnd) {}

  private final SimulatedKafka kafka;
  private final Ledger ledger;
  private final SimulatedMember member;
  private final Random random;
  private final int mostInFlight;
  private final BooleanSupplier calm;
  private final List<Request> requests = new ArrayList<>();
  private final Set<String> sent = new HashSet<>();

  SimulatedHttp(
      SimulatedKafka kafka,
      Ledger ledger,
      SimulatedMember member,
      Random random,
      int mostInFlight,
      BooleanSupplier calm) {
    this.kafka = kafka;
    this.ledger = ledger;
    this.member = member;
    this.random = random;
    this.mostInFlight = mostInFlight;
    this.calm = calm;
  }

  int inFlight() {
    return requests.size();
  }

  @Override
  public int unbegun() {
    return calm.getAsBoolean() ? 0 : random.nextInt(mostInFlight);
  }

  @Override
  public void send(
      Delivery delivery, Endpoint endpoint, Instant now, Consumer<AttemptResult> onEnd) {
    String id = delivery.event().id();
    int hops = Ledger.number(new RecordHeaders(delivery.event().headers()), SimulatedScheduler.HOP);
    String step = SimulatedKafka.step(id, delivery.endpoint(), hops);
    TopicPartition place = kafka.placeOf(id, step);
    assertThat(member.mayStart(place)).as("%s starts while %s is owned", step, place).isTrue();
    assertThat(sent.add(step + " " + member.assignmentOf(place)))
        .as("%s starts once while %s is owned", step, place)
        .isTrue();
    assertThat(ledger.isLost(id, delivery.endpoint()))
        .as("%s is attempted after it was dropped", step)
        .isFalse();
    String lane =
        place.partition() + " " + delivery.event().subscriber() + "/" + delivery.endpoint();
    requests.add(new Request(lane, onEnd));
    assertThat(requests).as("in flight").hasSizeLessThanOrEqualTo(mostInFlight);
    assertThat(requests.stream().filter(request -> request.lane().equals(lane)).count())
        .as("in flight in lane %s", lane)
        .isLessThanOrEqualTo(endpoint.limits().concurrency());
    if (random.nextInt(10) == 0 && !calm.getAsBoolean()) {
      requests.remove(requests.size() - 1).onEnd().accept(answer());
    }
  }

  void answerOne() {
    if (!requests.isEmpty()) {
      requests.remove(random.nextInt(requests.size())).onEnd().accept(answer());
    }
  }

  void succeedAll() {
    while (!requests.isEmpty()) {
      requests
          .remove(random.nextInt(requests.size()))
          .onEnd()
          .accept(new AttemptResult.Answered(200));
    }
  }

  private AttemptResult answer() {
    return switch (random.nextInt(12)) {
      case 0 -> new AttemptResult.Answered(500);
      case 1 -> new AttemptResult.Answered(400);
      case 2 -> new AttemptResult.Answered(404);
      case 3 -> new AttemptResult.Failed(ErrorClass.TIMEOUT, "no answer in 15s");
      case 4 -> new AttemptResult.Answered(429, Optional.of("3"), Optional.empty(), "slow down");
      case 5 -> new AttemptResult.Answered(random.nextInt(4) == 0 ? 410 : 503);
      case 6 -> new AttemptResult.Failed(ErrorClass.BLOCKED_ADDRESS, "private");
      default -> new AttemptResult.Answered(200);
    };
  }
}
