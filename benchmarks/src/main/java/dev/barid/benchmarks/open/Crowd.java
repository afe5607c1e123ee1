package dev.barid.benchmarks.open;

import dev.barid.benchmarks.stage.Subscribers;
import java.util.Map;

/**
 * Who is sent events, how each behaves, and whose turn it is.
 *
 * <p>Of {@link Trouble#HOLES}, {@link Trouble#SLOW} and {@link Trouble#DOWN} every tenth subscriber
 * is in trouble. Of {@link Trouble#FLOOD} the first one is sent four of five events, ten times what
 * its rate limit takes. The same subscribers are left out of the figures without the trouble, so
 * that both count the same ones.
 *
 * @param subscribers how many
 * @param trouble what some of them are in
 * @param troubled false for the same crowd, all well
 */
record Crowd(int subscribers, Trouble trouble, boolean troubled) {

  /** What some subscribers are in. */
  enum Trouble {
    /** Nobody is; all count. */
    NONE(Conduct.WELL),
    /** They take requests and never answer. */
    HOLES(Conduct.HOLE),
    /** They answer after 5 s. */
    SLOW(Conduct.SLOW),
    /** They answer 503. */
    DOWN(Conduct.DOWN),
    /** One of them is sent far more than its rate limit takes. */
    FLOOD(Conduct.FLOODED);

    private final Conduct conduct;

    Trouble(Conduct conduct) {
      this.conduct = conduct;
    }
  }

  private static final int ONE_IN = 10;
  private static final int FLOOD_OF = 5;

  /** As the comparison's other programs had it. */
  private static final String POLICY = "\"policy\":{\"timeout\":\"10s\"}";

  /** Whether the subscriber's events count: it is never in trouble. */
  boolean counts(int subscriber) {
    return switch (trouble) {
      case NONE -> true;
      case HOLES, SLOW, DOWN -> subscriber % ONE_IN != 0;
      case FLOOD -> subscriber != 0;
    };
  }

  /** Whose the n-th event is. */
  int subscriberOf(int number) {
    if (trouble == Trouble.FLOOD && troubled) {
      return number % FLOOD_OF == 0 ? 1 + number / FLOOD_OF % (subscribers - 1) : 0;
    }
    return number % subscribers;
  }

  /** How many of the events with numbers in that range count. */
  long counted(long from, long to) {
    long counted = 0;
    for (long number = from; number < to; number++) {
      if (counts(subscriberOf((int) number))) {
        counted++;
      }
    }
    return counted;
  }

  /** Their registry entries. */
  Map<String, String> entries(Receiver receiver, int perSecond) {
    return Subscribers.entries(
        subscribers,
        number -> receiver.url(conduct(number).path(number)),
        number -> POLICY + limit(number, perSecond));
  }

  /** An uncounted one behaves well under a path of its own. */
  private Conduct conduct(int subscriber) {
    if (counts(subscriber)) {
      return Conduct.WELL;
    }
    return troubled ? trouble.conduct : Conduct.FLOODED;
  }

  private String limit(int subscriber, int perSecond) {
    boolean flooded = trouble == Trouble.FLOOD && troubled && subscriber == 0;
    int rate = perSecond * (FLOOD_OF - 1) / FLOOD_OF / ONE_IN;
    return flooded ? ",\"ratePerSecond\":" + Math.max(1, rate) : "";
  }
}
