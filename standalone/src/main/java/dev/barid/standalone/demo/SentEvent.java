package dev.barid.standalone.demo;

/**
 * An event that Kafka acknowledged.
 *
 * @param id its id
 * @param subscriber its key
 * @param type its event type
 */
record SentEvent(String id, String subscriber, String type) {}
