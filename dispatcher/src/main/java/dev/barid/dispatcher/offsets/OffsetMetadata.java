package dev.barid.dispatcher.offsets;

import java.util.Arrays;
import java.util.Base64;

/**
 * The text that is committed beside an offset, naming what is finished beyond it.
 *
 * <p>It is the tag {@code b1:}, then Base64 (URL alphabet, no padding) of a CRC-32C and of run
 * lengths as varints, least significant group first: unfinished, finished, unfinished, finished, …
 * counted from the committed offset. Only the first unfinished run may be empty. The checksum
 * covers the committed offset too, so that text which was moved to another offset is refused.
 * Nothing finished beyond the offset is the empty text.
 *
 * <p>Whoever else commits for the group may leave any text: what isn't ours and whole says nothing,
 * which at worst repeats records and never skips one.
 */
public final class OffsetMetadata {

  /** What a broker takes by default ({@code offset.metadata.max.bytes}), in characters. */
  public static final int MAX_CHARS = 4096;

  private OffsetMetadata() {}

  /**
   * Encodes the runs from the first on, as many as fit.
   *
   * @param committed the offset that the text is committed with
   * @param runs what is finished at or beyond it
   * @param maxChars the most characters to return, at most {@link #MAX_CHARS}
   * @throws IllegalArgumentException when a run starts below {@code committed}
   */
  public static String encode(long committed, CompletedRuns runs, int maxChars) {
    MetadataWriter writer = new MetadataWriter(maxChars);
    writer.restart(committed);
    for (int run = 0; run < runs.size(); run++) {
      if (!writer.append(runs.start(run), runs.end(run))) {
        break;
      }
    }
    return writer.text();
  }

  /**
   * What the text says is finished; nothing when it is foreign, damaged, over-long, or belongs to
   * another offset. Never throws.
   *
   * @param committed the offset that the text was committed with
   */
  public static CompletedRuns decode(long committed, String metadata) {
    if (metadata.length() > MAX_CHARS || !metadata.startsWith(MetadataWriter.TAG)) {
      return CompletedRuns.none();
    }
    byte[] bytes;
    try {
      bytes = Base64.getUrlDecoder().decode(metadata.substring(MetadataWriter.TAG.length()));
    } catch (IllegalArgumentException notBase64) {
      return CompletedRuns.none();
    }
    if (committed < 0 || !MetadataWriter.hasChecksum(committed, bytes)) {
      return CompletedRuns.none();
    }
    long[] edges = edges(committed, bytes);
    return edges.length % 2 == 0 ? CompletedRuns.of(edges) : CompletedRuns.none();
  }

  /** The ends of the runs, strictly rising; none when the lengths make no sense. */
  private static long[] edges(long committed, byte[] bytes) {
    long[] edges = new long[bytes.length];
    int count = 0;
    long edge = committed;
    int at = MetadataWriter.CHECKSUM_BYTES;
    while (at < bytes.length) {
      int end = endOfVarint(bytes, at);
      long length = end < 0 ? -1 : varint(bytes, at, end);
      boolean mayBeEmpty = count == 0;
      if (length < 0 || (length == 0 && !mayBeEmpty) || length > Long.MAX_VALUE - edge) {
        return new long[0];
      }
      edge += length;
      edges[count++] = edge;
      at = end;
    }
    return Arrays.copyOf(edges, count);
  }

  /** The index after the varint that starts at {@code at}; -1 when it is cut or over 63 bits. */
  private static int endOfVarint(byte[] bytes, int at) {
    for (int i = at; i < bytes.length && i < at + MetadataWriter.MAX_VARINT_BYTES; i++) {
      if (bytes[i] >= 0) {
        return i + 1;
      }
    }
    return -1;
  }

  private static long varint(byte[] bytes, int at, int end) {
    long value = 0;
    for (int i = end - 1; i >= at; i--) {
      value = value << 7 | (bytes[i] & 0x7f);
    }
    return value;
  }
}
