package dev.barid.core.topic;

import org.apache.kafka.common.utils.Utils;

/** Which partition a key belongs to, as Kafka's Java producer decides it: murmur2 over the key. */
public final class Partitions {

  private Partitions() {}

  /**
   * The key's own partition.
   *
   * @param key the record's key as bytes, a subscriber id in UTF-8
   * @param count how many partitions the topic has; positive
   */
  public static int of(byte[] key, int count) {
    return Utils.toPositive(Utils.murmur2(key)) % count;
  }
}
