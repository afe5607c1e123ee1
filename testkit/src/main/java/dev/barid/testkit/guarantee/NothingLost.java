package dev.barid.testkit.guarantee;

import java.util.List;
import java.util.stream.Stream;

/**
 * Every accepted delivery ends as delivered, filtered or dead-lettered, and no other does. Holds
 * once everything has come to rest.
 */
public final class NothingLost implements Guarantee {

  @Override
  public List<String> violations(Observation observed) {
    Balance balance = Balance.of(observed);
    return Stream.concat(
            balance.lost().stream().map(delivery -> delivery + ": lost"),
            balance.unexpected().stream()
                .map(delivery -> delivery + ": ended, but nobody published or asked for it"))
        .toList();
  }
}
