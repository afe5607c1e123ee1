package dev.barid.standalone.demo;

import java.util.random.RandomGenerator;

/** How a receiver of the demonstration answers. */
enum Behaviour {
  /** Answers 200 within milliseconds. */
  GOOD("answers at once"),
  /** Answers 200, after 300 to 800 ms. */
  SLOW("takes 300-800 ms"),
  /** Answers 503 half the time. */
  FLAKY("503 half the time"),
  /** Answers 400 to one event in ten, and to that one always. */
  PICKY("400 to one in ten"),
  /** Refuses connections until it is repaired; good from then on. */
  DEAD("down, until repaired");

  private static final int SLOW_MIN_MS = 300;
  private static final int SLOW_MAX_MS = 800;
  private static final int GOOD_MAX_MS = 10;
  private static final int PICKY_SHARE = 10;

  private final String words;

  Behaviour(String words) {
    this.words = words;
  }

  /** What to say of it in the table. */
  String words() {
    return words;
  }

  /** The answer to one request. */
  Answer answer(String eventId, RandomGenerator random) {
    int quickMs = 1 + random.nextInt(GOOD_MAX_MS);
    return switch (this) {
      case GOOD, DEAD -> new Answer(200, quickMs);
      case SLOW -> new Answer(200, random.nextInt(SLOW_MIN_MS, SLOW_MAX_MS));
      case FLAKY -> new Answer(random.nextBoolean() ? 200 : 503, quickMs);
      case PICKY ->
          new Answer(Math.floorMod(eventId.hashCode(), PICKY_SHARE) == 0 ? 400 : 200, quickMs);
    };
  }

  /**
   * One answer.
   *
   * @param status the HTTP status
   * @param delayMs how long to wait before it
   */
  record Answer(int status, int delayMs) {}
}
