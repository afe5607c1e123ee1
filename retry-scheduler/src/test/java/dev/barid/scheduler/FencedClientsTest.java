package dev.barid.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@DisplayName("A transaction of what nothing was consumed for")
@Tag("R-D1")
class FencedClientsTest {

  private static final TopicPartition FIRST = new TopicPartition("barid.parked", 1);
  private static final TopicPartition SECOND = new TopicPartition("barid.retry.10s", 0);

  private final MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("earliest");

  @Test
  void commitsAgainWhatTheGroupHasCommitted() {
    consumer.assign(List.of(SECOND, FIRST));
    OffsetAndMetadata committed = new OffsetAndMetadata(7, "streams' own");
    consumer.commitSync(Map.of(FIRST, committed));

    assertThat(FencedClients.unchanged(consumer)).isEqualTo(Map.of(FIRST, committed));
  }

  @Test
  void commitsTheBeginningWhereTheGroupHasCommittedNothing() {
    consumer.assign(List.of(FIRST));
    consumer.updateBeginningOffsets(Map.of(FIRST, 3L));

    assertThat(FencedClients.unchanged(consumer))
        .isEqualTo(Map.of(FIRST, new OffsetAndMetadata(3)));
  }

  @Test
  void hasNothingToCommitWithoutAPartition() {
    assertThat(FencedClients.unchanged(consumer)).isEmpty();
  }
}
