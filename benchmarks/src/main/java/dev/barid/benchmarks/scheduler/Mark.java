package dev.barid.benchmarks.scheduler;

import java.nio.ByteBuffer;

/**
 * What the body of a delivery says of it, for who reads it on {@code redeliveries}: there, its due
 * time is in no header any more.
 *
 * @param kind why it was written
 * @param number counted from 0 among those of its kind
 * @param dueMs when it is due, epoch milliseconds
 */
record Mark(Kind kind, int number, long dueMs) {

  /** Why a delivery was written. */
  enum Kind {
    /** To be held: due long after the scene has ended. */
    FAR('f'),
    /** Due before those that count, so that the JVM has warmed up. */
    WARM_UP('w'),
    /** Due in the scene. */
    DUE('d'),
    /** Parked for an endpoint that is paused. */
    PARKED('p');

    private final byte code;

    Kind(char code) {
      this.code = (byte) code;
    }

    private static Kind of(byte code) {
      for (Kind kind : values()) {
        if (kind.code == code) {
          return kind;
        }
      }
      throw new IllegalArgumentException("kind \"" + code + "\" (expected: one of this program's)");
    }
  }

  /** Writes it over the beginning of a body. */
  void write(byte[] body) {
    ByteBuffer.wrap(body).put(kind.code).putInt(number).putLong(dueMs);
  }

  static Mark read(byte[] body) {
    ByteBuffer in = ByteBuffer.wrap(body);
    return new Mark(Kind.of(in.get()), in.getInt(), in.getLong());
  }
}
