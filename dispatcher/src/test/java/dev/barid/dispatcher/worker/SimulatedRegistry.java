package dev.barid.dispatcher.worker;

import dev.barid.core.subscriber.Subscriber;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The registry's topic, followed for one worker each by its reader. */
final class SimulatedRegistry {

  private record Change(String subscriber, Optional<Subscriber> entry) {}

  private final List<Change> topic = new ArrayList<>();

  void put(String subscriber, @Nullable Subscriber entry) {
    topic.add(new Change(subscriber, Optional.ofNullable(entry)));
  }

  boolean has(String subscriber) {
    boolean has = false;
    for (Change change : topic) {
      if (change.subscriber().equals(subscriber)) {
        has = change.entry().isPresent();
      }
    }
    return has;
  }

  /** Follows the topic for one worker. */
  final class Reader implements RegistryCatchUp {

    private final Mailbox mailbox;
    private final Map<Long, Integer> ends = new LinkedHashMap<>();
    private int told;

    Reader(Mailbox mailbox) {
      this.mailbox = mailbox;
    }

    @Override
    public void request(long token) {
      ends.put(token, topic.size());
    }

    boolean isBusy() {
      return told < topic.size() || !ends.isEmpty();
    }

    void tellAll() {
      while (told < topic.size()) {
        tellNext();
      }
      put(new Mail.RegistryCaughtUp(0));
    }

    /** Tells the next change, or that a request is answered. */
    void tellNext() {
      if (told < topic.size()) {
        Change change = topic.get(told++);
        put(new Mail.RegistryChanged(change.subscriber(), change.entry()));
      }
      for (Iterator<Map.Entry<Long, Integer>> asked = ends.entrySet().iterator();
          asked.hasNext(); ) {
        Map.Entry<Long, Integer> next = asked.next();
        if (next.getValue() <= told) {
          asked.remove();
          put(new Mail.RegistryCaughtUp(next.getKey()));
        }
      }
    }

    private void put(Mail mail) {
      try {
        mailbox.put(mail);
      } catch (InterruptedException interrupted) {
        throw new AssertionError(interrupted);
      }
    }
  }
}
