package dev.barid.faults.ledger;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** A process's arguments: {@code --name value}, each once. */
final class Arguments {
  private final Map<String, String> values = new HashMap<>();

  Arguments(String... args) {
    for (int i = 0; i < args.length; i += 2) {
      if (!args[i].startsWith("--") || i + 1 == args.length) {
        throw new IllegalArgumentException("argument \"" + args[i] + "\" (expected: --name value)");
      }
      values.put(args[i].substring(2), args[i + 1]);
    }
  }

  String value(String name) {
    return find(name)
        .orElseThrow(
            () -> new IllegalArgumentException("--" + name + " (missing) (expected: a value)"));
  }

  Optional<String> find(String name) {
    return Optional.ofNullable(values.get(name));
  }
}
