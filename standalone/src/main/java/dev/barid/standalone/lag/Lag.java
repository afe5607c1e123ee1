package dev.barid.standalone.lag;

/**
 * How far a group is behind in one partition.
 *
 * @param group the consumer group
 * @param topic the topic's full name
 * @param partition its number
 * @param committed the first offset that isn't finished
 * @param end the offset after the last record
 * @param lagRecords offsets between the two; 0 if no record is among them
 * @param lagSeconds the age of the first record that isn't finished; 0 if there is none
 */
public record Lag(
    String group,
    String topic,
    int partition,
    long committed,
    long end,
    long lagRecords,
    double lagSeconds) {}
