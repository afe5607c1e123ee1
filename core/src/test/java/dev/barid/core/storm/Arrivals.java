package dev.barid.core.storm;

import java.util.Arrays;

/** How many attempts reach an endpoint in each second. */
final class Arrivals {
  private int[] perSecond = new int[64];
  private int seconds;

  void add(long atMs) {
    int second = (int) (atMs / 1_000);
    if (second >= perSecond.length) {
      perSecond = Arrays.copyOf(perSecond, Math.max(second + 1, 2 * perSecond.length));
    }
    perSecond[second]++;
    seconds = Math.max(seconds, second + 1);
  }

  /** Attempts in that second; 0 after the last one. */
  int in(int second) {
    return second < seconds ? perSecond[second] : 0;
  }

  /** Seconds from the beginning up to the last arrival. */
  int seconds() {
    return seconds;
  }

  int peak(int fromSecond, int toSecond) {
    int peak = 0;
    for (int second = fromSecond; second < toSecond; second++) {
      peak = Math.max(peak, in(second));
    }
    return peak;
  }

  long total(int fromSecond, int toSecond) {
    long total = 0;
    for (int second = fromSecond; second < toSecond; second++) {
      total += in(second);
    }
    return total;
  }

  /** The busiest second against the average one, from that second up to the last arrival. */
  double peakToMean(int fromSecond) {
    double mean = (double) total(fromSecond, seconds) / (seconds - fromSecond);
    return peak(fromSecond, seconds) / mean;
  }

  /** How long it takes from that second until such a part of what comes after it has come. */
  int secondsUntil(double part, int fromSecond) {
    long enough = (long) Math.ceil(part * total(fromSecond, seconds));
    int second = fromSecond;
    for (long come = 0; come < enough; second++) {
      come += in(second);
    }
    return second - fromSecond;
  }
}
