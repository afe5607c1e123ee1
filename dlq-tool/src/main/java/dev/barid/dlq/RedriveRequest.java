package dev.barid.dlq;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * What to redrive, and how.
 *
 * @param filter which dead letters
 * @param force also those that were redriven before
 * @param to send copies to this subscriber instead, and leave the dead letters as they are
 * @param limit how many at most
 * @param ratePerSecond how many a second at most; empty for as fast as it goes
 * @param job the name that the marks will carry
 */
record RedriveRequest(
    Filter filter,
    boolean force,
    Optional<String> to,
    long limit,
    OptionalLong ratePerSecond,
    String job) {

  /** What a dead letter is to this request. */
  enum Answer {
    /** It goes. */
    MATCHED,
    /** It would go, had it not gone before. */
    GONE_BEFORE,
    /** It isn't meant. */
    NOT_MEANT
  }

  Answer answer(Entry entry) {
    if (entry.state() == State.PURGED || !filter.matches(entry.letter())) {
      return Answer.NOT_MEANT;
    }
    return force || !wentBefore(entry) ? Answer.MATCHED : Answer.GONE_BEFORE;
  }

  private boolean wentBefore(Entry entry) {
    boolean copied =
        to.isPresent()
            && entry.mark().map(mark -> mark.copiedTo().contains(to.get())).orElse(false);
    return copied || entry.state() == State.REDRIVEN;
  }
}
