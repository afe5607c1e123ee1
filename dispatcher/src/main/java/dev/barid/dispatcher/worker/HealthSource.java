package dev.barid.dispatcher.worker;

import dev.barid.core.health.EndpointHealth;
import dev.barid.core.subscriber.EndpointKey;
import java.util.Map;

/** Reads what earlier owners knew of their endpoints' health. Owner thread only. */
public interface HealthSource extends AutoCloseable {

  /**
   * The newest health of every endpoint in a partition, read up to the topic's end as of now.
   *
   * @throws org.apache.kafka.common.KafkaException if that can't be done in time
   */
  Map<EndpointKey, EndpointHealth> read(int partition);

  @Override
  void close();
}
