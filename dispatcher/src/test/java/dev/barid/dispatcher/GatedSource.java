package dev.barid.dispatcher;

import dev.barid.core.delivery.SourceRecord;
import dev.barid.dispatcher.worker.EventSource;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/** A source whose owner stands still before its next poll while the gate is closed. */
final class GatedSource implements EventSource {

  private final EventSource real;
  private final Gate gate;

  GatedSource(EventSource real, Gate gate) {
    this.real = real;
    this.gate = gate;
  }

  @Override
  public List<SourceRecord> poll(Duration timeout) {
    gate.pass();
    return real.poll(timeout);
  }

  @Override
  public void subscribe(Listener listener) {
    real.subscribe(listener);
  }

  @Override
  public long position(TopicPartition partition) {
    return real.position(partition);
  }

  @Override
  public OptionalLong knownPosition(TopicPartition partition) {
    return real.knownPosition(partition);
  }

  @Override
  public Map<TopicPartition, OffsetAndMetadata> committed(Collection<TopicPartition> partitions) {
    return real.committed(partitions);
  }

  @Override
  public void intake(boolean open) {
    real.intake(open);
  }

  @Override
  public boolean isCertain() {
    return real.isCertain();
  }

  @Override
  public ConsumerGroupMetadata group() {
    return real.group();
  }

  @Override
  public boolean isJoined() {
    return real.isJoined();
  }

  @Override
  public void close() {
    real.close();
  }
}
