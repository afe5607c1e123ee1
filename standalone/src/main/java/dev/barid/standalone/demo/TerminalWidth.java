package dev.barid.standalone.demo;

import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

/** The terminal's width, asked for anew every few seconds since windows are resized. */
final class TerminalWidth implements IntSupplier {

  private static final long FRESH_NANOS = TimeUnit.SECONDS.toNanos(2);
  private static final int USUAL = 80;

  private final Supplier<OptionalInt> asked;
  private int width;
  private long askedNanos;

  TerminalWidth(Supplier<OptionalInt> asked) {
    this.asked = asked;
  }

  @Override
  public int getAsInt() {
    long now = System.nanoTime();
    if (width == 0 || now - askedNanos > FRESH_NANOS) {
      width = asked.get().orElse(USUAL);
      askedNanos = now;
    }
    return width;
  }
}
