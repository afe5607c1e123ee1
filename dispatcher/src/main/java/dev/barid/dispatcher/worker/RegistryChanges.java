package dev.barid.dispatcher.worker;

import dev.barid.core.subscriber.EndpointEntry;
import dev.barid.core.subscriber.EndpointKey;
import dev.barid.core.subscriber.Subscriber;
import dev.barid.core.topic.Partitions;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/** What follows from a changed registry entry: new limits and new states hold at once. */
final class RegistryChanges {

  private final Scope scope;
  private final Lanes lanes;
  private final int partitionCount;

  RegistryChanges(Scope scope, Lanes lanes, int partitionCount) {
    this.scope = scope;
    this.lanes = lanes;
    this.partitionCount = partitionCount;
  }

  void apply(Mail.RegistryChanged changed) {
    String subscriber = changed.subscriber();
    Optional<Subscriber> before = scope.registry().subscriber(subscriber);
    scope.registry().onChanged(changed);
    long now = scope.time().nanos();
    for (EndpointEntry entry : changed.entry().map(Subscriber::endpoints).orElse(List.of())) {
      if (entry instanceof EndpointEntry.Usable usable) {
        lanes.limit(new EndpointKey(subscriber, entry.id()), usable.endpoint().limits(), now);
      }
    }
    int home = Partitions.of(subscriber.getBytes(StandardCharsets.UTF_8), partitionCount);
    scope.healths().onRegistryChanged(home, subscriber, before);
  }
}
