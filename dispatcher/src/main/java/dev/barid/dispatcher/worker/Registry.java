package dev.barid.dispatcher.worker;

import dev.barid.core.subscriber.EndpointKey;
import dev.barid.core.subscriber.Subscriber;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The worker's own view of the registry, and what waits for a fresher one: nobody is refused for
 * being unknown before the registry has been read up to its end as of then. Owner thread only.
 */
final class Registry {

  private final RegistryCatchUp catchUp;
  private final Map<String, Subscriber> subscribers = new HashMap<>();
  private List<Runnable> asked = new ArrayList<>();
  private List<Runnable> next = new ArrayList<>();
  private long token;
  private boolean complete;

  Registry(RegistryCatchUp catchUp) {
    this.catchUp = catchUp;
  }

  /** Whether the registry was read to its end once. */
  boolean isComplete() {
    return complete;
  }

  Optional<Subscriber> subscriber(String id) {
    return Optional.ofNullable(subscribers.get(id));
  }

  Destination destination(EndpointKey key) {
    return Destination.of(key, subscriber(key.subscriber()));
  }

  /** Calls back, on the owner thread, when all that is in the registry now is known here. */
  void whenFresh(Runnable then) {
    if (asked.isEmpty()) {
      asked.add(then);
      catchUp.request(++token);
    } else {
      // The request under way may have looked at the registry's end before now.
      next.add(then);
    }
  }

  void onChanged(Mail.RegistryChanged change) {
    change
        .entry()
        .ifPresentOrElse(
            entry -> subscribers.put(change.subscriber(), entry),
            () -> subscribers.remove(change.subscriber()));
  }

  void onCaughtUp(Mail.RegistryCaughtUp caughtUp) {
    complete = true;
    if (caughtUp.token() != token) {
      return;
    }
    List<Runnable> ready = asked;
    asked = next;
    next = new ArrayList<>();
    if (!asked.isEmpty()) {
      catchUp.request(++token);
    }
    ready.forEach(Runnable::run);
  }
}
