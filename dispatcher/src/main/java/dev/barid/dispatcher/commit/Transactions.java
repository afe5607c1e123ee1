package dev.barid.dispatcher.commit;

/** Where batches go: one at a time, the result comes back through the worker's mailbox. */
@FunctionalInterface
public interface Transactions {

  /** Starts writing a batch; only call it when the batch before has its result. Never blocks. */
  void submit(Batch batch);
}
