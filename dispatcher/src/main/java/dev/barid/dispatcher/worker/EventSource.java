package dev.barid.dispatcher.worker;

import dev.barid.core.delivery.SourceRecord;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/** Where the worker's records come from. Owner thread only. */
public interface EventSource extends AutoCloseable {

  /** Hears of partitions that come and go, within {@link #poll}. */
  interface Listener {
    /** These partitions are this worker's from now on. */
    void onAssigned(Collection<TopicPartition> partitions);

    /** These partitions will be another worker's after this call, which may take its time. */
    void onRevoked(Collection<TopicPartition> partitions);

    /** These partitions may be another worker's already. */
    void onLost(Collection<TopicPartition> partitions);
  }

  /** Joins the group. */
  void subscribe(Listener listener);

  /** The next records, after at most so long; calls the listener where due. */
  List<SourceRecord> poll(Duration timeout);

  /**
   * The offset of the next record that {@link #poll} may return; waits a moment for it.
   *
   * @throws org.apache.kafka.common.errors.TimeoutException if it isn't known then
   */
  long position(TopicPartition partition);

  /** The same without waiting; empty while it isn't known. */
  OptionalLong knownPosition(TopicPartition partition);

  /**
   * What the group has committed for those partitions that it has committed something for; waits a
   * moment for it.
   *
   * @throws org.apache.kafka.common.errors.TimeoutException if it isn't known then
   */
  Map<TopicPartition, OffsetAndMetadata> committed(Collection<TopicPartition> partitions);

  /** Whether {@link #poll} may return records of the partitions that are assigned now. */
  void intake(boolean open);

  /** The membership to commit under, as of now. */
  ConsumerGroupMetadata group();

  /** Whether the group has taken this worker in. */
  boolean isJoined();

  /**
   * Whether the partitions assigned are surely still this worker's; not for a while after the
   * process stood still for so long that the group may have given them to another one. To be asked
   * before each start of attempts.
   */
  boolean isCertain();

  /** Leaves the group. */
  @Override
  void close();
}
