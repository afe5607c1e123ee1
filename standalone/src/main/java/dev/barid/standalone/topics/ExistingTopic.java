package dev.barid.standalone.topics;

import java.util.Map;

/**
 * A topic as the brokers describe it.
 *
 * @param partitions how many it has
 * @param replicationFactor of its first partition
 * @param configs all of its configuration, defaults included
 */
record ExistingTopic(int partitions, int replicationFactor, Map<String, String> configs) {}
