package dev.barid.standalone.attempts;

import dev.barid.core.text.Printable;
import java.util.List;

/** What to look at when there was no attempt: the question is still why. */
final class WhereElse {

  private static final int ID_CHARS = 256;

  private WhereElse() {}

  static List<String> lines(AttemptFilter filter) {
    String of = filter.subscriber().map(id -> " --subscriber " + shown(id)).orElse("");
    String event = filter.event().map(id -> " --event " + shown(id)).orElse("");
    String registry = filter.subscriber().map(id -> "get " + shown(id)).orElse("list");
    return List.of(
        "No such attempt. Where else to look:",
        "  dead without an attempt?  barid dlq list" + of + event,
        "  not read yet, or late?    barid lag",
        "  not wanted, or paused?    barid subscriber " + registry,
        "  not logged?               the setting attempts.log, and the topic's retention");
  }

  private static String shown(String id) {
    return Printable.line(id, ID_CHARS);
  }
}
