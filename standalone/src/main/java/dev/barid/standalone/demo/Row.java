package dev.barid.standalone.demo;

/**
 * One endpoint as the table shows it.
 *
 * @param name subscriber and endpoint
 * @param sent events that it is to get
 * @param delivered those that it has
 * @param attempts requests made for it
 * @param retries those that weren't the first of their delivery
 * @param deadLettered open entries of the DLQ
 * @param p50 median from sent to delivered, in words
 * @param p99 the same, of all but one in a hundred
 */
record Row(
    String name,
    int sent,
    int delivered,
    int attempts,
    int retries,
    int deadLettered,
    String p50,
    String p99) {

  /** Events on their way: in flight, or waiting for their next attempt. */
  int waiting() {
    return Math.max(0, sent - delivered - deadLettered);
  }
}
