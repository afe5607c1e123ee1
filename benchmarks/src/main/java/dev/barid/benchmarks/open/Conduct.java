package dev.barid.benchmarks.open;

/** How a subscriber's endpoint answers. */
enum Conduct {
  /** 204 at once. */
  WELL,
  /** Takes the request and never answers. */
  HOLE,
  /** 204 after 5 s. */
  SLOW,
  /** 503 at once. */
  DOWN,
  /** 204 at once, but what it is sent isn't counted: it is sent too much. */
  FLOODED;

  /** The path of a subscriber who behaves so. */
  String path(int subscriber) {
    return "/" + name().charAt(0) + "/" + subscriber;
  }

  static Conduct ofPath(String path) {
    return switch (path.charAt(1)) {
      case 'H' -> HOLE;
      case 'S' -> SLOW;
      case 'D' -> DOWN;
      case 'F' -> FLOODED;
      default -> WELL;
    };
  }
}
