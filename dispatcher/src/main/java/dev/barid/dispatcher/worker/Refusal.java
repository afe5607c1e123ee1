package dev.barid.dispatcher.worker;

import org.apache.kafka.common.InvalidRecordException;
import org.apache.kafka.common.errors.RecordBatchTooLargeException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TopicAuthorizationException;

/** What a failed transaction says of the records in it. Pure. */
final class Refusal {

  private Refusal() {}

  /** Whether other records might be written where these were refused. */
  static boolean isOfRecords(Exception cause) {
    return cause instanceof RecordTooLargeException
        || cause instanceof RecordBatchTooLargeException
        || cause instanceof InvalidRecordException
        || cause instanceof TopicAuthorizationException;
  }
}
