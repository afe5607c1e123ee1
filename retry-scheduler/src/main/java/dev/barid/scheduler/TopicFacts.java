package dev.barid.scheduler;

/**
 * What the topics that are read are like.
 *
 * @param partitions how many each of them has
 * @param recordMaxBytes the largest batch that any of them takes, in bytes
 */
record TopicFacts(int partitions, int recordMaxBytes) {}
