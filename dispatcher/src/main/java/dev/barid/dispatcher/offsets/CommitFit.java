package dev.barid.dispatcher.offsets;

/**
 * Finds how many of the planned completions a commit can take when its metadata is short of room.
 *
 * <p>What earlier transactions remembered must be remembered again, since new metadata replaces the
 * old: it always goes in. Then planned completions are taken up to a limit, a sequence number,
 * which is as high as fits. The text for a limit isn't strictly longer for a higher one (a
 * completion may join two runs), so the search finds a limit that fits and not always the highest.
 *
 * <p>Never stalls: completions that join the committable offset make the rest no longer than it
 * was, so they are always taken.
 */
final class CommitFit {

  private final PolledOffsets polled;
  private final CompletedRuns remembered;
  private final long position;
  private final MetadataWriter writer;

  /**
   * @param remembered finished according to the metadata found at the start; only what is at or
   *     beyond the position is looked at
   * @param position the next offset that may be polled
   */
  CommitFit(PolledOffsets polled, CompletedRuns remembered, long position, int maxChars) {
    this.polled = polled;
    this.remembered = remembered;
    this.position = position;
    this.writer = new MetadataWriter(maxChars);
  }

  /** The sequence number below which planned completions are to be taken. */
  long limit() {
    long tooHigh = polled.next();
    if (write(tooHigh)) {
      return tooHigh;
    }
    long fits = polled.nextUnsettled(polled.first(), tooHigh);
    while (tooHigh - fits > 1) {
      long middle = (fits + tooHigh) >>> 1;
      if (write(middle)) {
        fits = middle;
      } else {
        tooHigh = middle;
      }
    }
    return fits;
  }

  /** The offset to commit when planned completions are taken below the limit. */
  long committable(long limit) {
    long unsettled = polled.nextUnsettled(polled.first(), limit);
    return unsettled < polled.next() ? polled.offset(unsettled) : position;
  }

  /**
   * The text to commit. Should even what earlier transactions remembered not fit (less room than
   * they had), the part that does.
   */
  String metadata(long limit) {
    write(limit);
    return writer.text();
  }

  /** Writes the finished runs beyond the committable offset; false when they didn't all fit. */
  private boolean write(long limit) {
    long committable = committable(limit);
    writer.restart(committable);
    int notPolled = remembered.firstEndingAbove(position);
    long unsettled = polled.nextUnsettled(polled.first(), limit);
    while (unsettled < polled.next()) {
      long from = polled.nextSettled(unsettled, limit);
      if (from == polled.next()) {
        break;
      }
      unsettled = polled.nextUnsettled(from, limit);
      // From just after the unfinished one before, up to just after the last finished one: ends
      // that later polls don't move, so that what was remembered never needs more room.
      long start = polled.offset(from - 1) + 1;
      long end = polled.offset(unsettled - 1) + 1;
      if (unsettled == polled.next() && startsPolled(notPolled)) {
        end = remembered.end(notPolled++);
      }
      if (!writer.append(start, end)) {
        return false;
      }
    }
    for (int run = notPolled; run < remembered.size(); run++) {
      long start = Math.max(committable, remembered.start(run));
      if (!writer.append(start, remembered.end(run))) {
        return false;
      }
    }
    return true;
  }

  /** Whether the run goes on from what was polled. */
  private boolean startsPolled(int run) {
    return run < remembered.size() && remembered.start(run) <= position;
  }
}
