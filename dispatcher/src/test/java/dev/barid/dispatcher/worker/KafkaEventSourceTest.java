package dev.barid.dispatcher.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("R-D1")
class KafkaEventSourceTest {

  private static final TopicPartition LEFT = new TopicPartition("barid.events", 0);
  private static final TopicPartition GONE = new TopicPartition("barid.events", 1);

  /** Says for a moment longer that it has a partition, as one whose own thread takes them away. */
  private static final class Slow extends MockConsumer<byte[], byte[]> {

    Slow() {
      super("earliest");
      updateBeginningOffsets(Map.of(LEFT, 0L, GONE, 0L));
    }

    @Override
    public Set<TopicPartition> assignment() {
      return with(super.assignment());
    }

    @Override
    public Set<TopicPartition> paused() {
      return with(super.paused());
    }

    private static Set<TopicPartition> with(Set<TopicPartition> partitions) {
      Set<TopicPartition> all = new HashSet<>(partitions);
      all.add(GONE);
      return all;
    }
  }

  private final Slow consumer = new Slow();
  private final KafkaEventSource source =
      new KafkaEventSource(consumer, List.of("barid.events"), Time.system());

  @Test
  void theIntakeClosesAndOpensThoughAPartitionGoesAtThatMoment() {
    consumer.assign(List.of(LEFT));

    source.intake(false);
    assertThat(consumer.paused()).contains(LEFT);

    source.intake(true);
    assertThat(consumer.paused()).containsExactly(GONE);
    assertThat(source.poll(Duration.ZERO)).isEmpty();
  }

  @Test
  void aLongWhileWithPartitionsThatComeIsNoStandstillButOneBeforeItIs() {
    SimulatedClock clock = new SimulatedClock(0);
    KafkaEventSource timed = new KafkaEventSource(consumer, List.of("barid.events"), clock.time());
    timed.subscribe(
        new EventSource.Listener() {
          @Override
          public void onAssigned(Collection<TopicPartition> partitions) {
            clock.pass(Duration.ofSeconds(partitions.isEmpty() ? 0 : 9));
          }

          @Override
          public void onRevoked(Collection<TopicPartition> partitions) {
            assertThat(partitions).containsExactly(LEFT);
          }

          @Override
          public void onLost(Collection<TopicPartition> partitions) {}
        });

    consumer.rebalance(List.of(LEFT));
    timed.poll(Duration.ZERO);
    assertThat(timed.isCertain()).isTrue();

    clock.pass(Duration.ofSeconds(9));
    consumer.rebalance(List.of());
    timed.poll(Duration.ZERO);
    assertThat(timed.isCertain()).isFalse();
  }
}
