package dev.barid.dispatcher.offsets;

import java.util.function.LongUnaryOperator;

/**
 * The polled offsets that a commit hasn't passed yet, in order, each with its state: a ring of
 * longs and three bits for each. An offset has a sequence number, counted without gaps, which is
 * what the methods here take; offsets that don't exist cost nothing.
 *
 * <p>Pending: no bit. Completed: {@code done}. In the open plan: {@code done} and {@code planned}.
 * Committed, which is remembered by the last committed transaction: {@code done} and {@code
 * committed}.
 */
final class PolledOffsets {

  private static final int WORD = Long.SIZE;
  private static final int MIN_CAPACITY = WORD;
  private static final int KEEP_CAPACITY = 16 * WORD;

  private long[] offsets = new long[MIN_CAPACITY];
  private long[] done = new long[MIN_CAPACITY / WORD];
  private long[] planned = new long[MIN_CAPACITY / WORD];
  private long[] committed = new long[MIN_CAPACITY / WORD];
  private long first;
  private long next;

  /** Sequence number of the lowest offset held. */
  long first() {
    return first;
  }

  /** Sequence number that the next offset will have. */
  long next() {
    return next;
  }

  boolean isEmpty() {
    return first == next;
  }

  int capacity() {
    return offsets.length;
  }

  long offset(long seq) {
    return offsets[slot(seq)];
  }

  /** Adds an offset above all others, as pending or as committed already. */
  void add(long offset, boolean isCommitted) {
    if (next - (first & -WORD) == offsets.length) {
      resize(2 * offsets.length);
    }
    int word = word(next);
    if (next % WORD == 0) {
      done[word] = 0;
      planned[word] = 0;
      committed[word] = 0;
    }
    offsets[slot(next)] = offset;
    if (isCommitted) {
      done[word] |= bit(next);
      committed[word] |= bit(next);
    }
    next++;
  }

  /**
   * The sequence number of an offset, or -1. Offsets rise by at least one with each number, which
   * bounds the search from both ends: without gaps it is one step, with gaps the logarithm of their
   * number.
   */
  long find(long offset) {
    if (isEmpty() || offset < offset(first) || offset > offset(next - 1)) {
      return -1;
    }
    long low = Math.max(first, next - 1 - (offset(next - 1) - offset));
    long high = first + Math.min(next - 1 - first, offset - offset(first));
    while (low <= high) {
      long middle = (low + high) >>> 1;
      long found = offset(middle);
      if (found == offset) {
        return middle;
      }
      if (found < offset) {
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    return -1;
  }

  /** Makes a pending one completed; false when it was no longer pending. */
  boolean complete(long seq) {
    int word = word(seq);
    if ((done[word] & bit(seq)) != 0) {
      return false;
    }
    done[word] |= bit(seq);
    return true;
  }

  void plan(long seq) {
    planned[word(seq)] |= bit(seq);
  }

  /** Takes those from {@code seq} on out of the plan. */
  void unplanFrom(long seq) {
    for (long block = seq / WORD; block * WORD < next; block++) {
      planned[(int) block & (planned.length - 1)] &= below(seq, block);
    }
  }

  /** Makes what is planned committed, and lets go of the lowest as long as they are committed. */
  void commitPlanned() {
    for (long block = first / WORD; block * WORD < next; block++) {
      int word = (int) block & (planned.length - 1);
      committed[word] |= planned[word];
      planned[word] = 0;
    }
    first = nextUnsettled(first, first);
    if (isEmpty() && offsets.length > KEEP_CAPACITY) {
      resize(MIN_CAPACITY);
    }
  }

  /** The first one from {@code seq} on that is pending; {@link #next()} when there is none. */
  long nextPending(long seq) {
    return scan(seq, block -> ~done[(int) block & (done.length - 1)]);
  }

  /** The first one from {@code seq} on that is completed and no more than that. */
  long nextCompleted(long seq) {
    return scan(
        seq,
        block -> {
          int word = (int) block & (done.length - 1);
          return done[word] & ~committed[word] & ~planned[word];
        });
  }

  /** The first one from {@code seq} on that is committed, or planned and below {@code limit}. */
  long nextSettled(long seq, long limit) {
    return scan(seq, block -> settled(block, limit));
  }

  /** The first one from {@code seq} on that is neither committed, nor planned below the limit. */
  long nextUnsettled(long seq, long limit) {
    return scan(seq, block -> ~settled(block, limit));
  }

  private long settled(long block, long limit) {
    int word = (int) block & (planned.length - 1);
    return committed[word] | (planned[word] & below(limit, block));
  }

  private long scan(long from, LongUnaryOperator words) {
    long seq = from;
    while (seq < next) {
      long block = seq / WORD;
      long word = words.applyAsLong(block) & (-1L << (seq % WORD));
      if (word != 0) {
        return Math.min(next, block * WORD + Long.numberOfTrailingZeros(word));
      }
      seq = (block + 1) * WORD;
    }
    return next;
  }

  /** The bits of a block that stand for sequence numbers below the limit. */
  private static long below(long limit, long block) {
    long count = limit - block * WORD;
    if (count <= 0) {
      return 0;
    }
    return count >= WORD ? -1L : (1L << count) - 1;
  }

  /** A word never serves two blocks at once, so that whole words can be moved. */
  private void resize(int capacity) {
    long[] oldOffsets = offsets;
    offsets = new long[capacity];
    for (long seq = first; seq < next; seq++) {
      offsets[slot(seq)] = oldOffsets[(int) seq & (oldOffsets.length - 1)];
    }
    done = moved(done, capacity / WORD);
    planned = moved(planned, capacity / WORD);
    committed = moved(committed, capacity / WORD);
  }

  private long[] moved(long[] words, int length) {
    if (isEmpty()) {
      return new long[length];
    }
    long[] moved = new long[length];
    for (long block = first / WORD; block * WORD < next; block++) {
      moved[(int) block & (length - 1)] = words[(int) block & (words.length - 1)];
    }
    return moved;
  }

  private int slot(long seq) {
    return (int) seq & (offsets.length - 1);
  }

  private int word(long seq) {
    return (int) (seq / WORD) & (done.length - 1);
  }

  private static long bit(long seq) {
    return 1L << (seq % WORD);
  }
}
