package dev.barid.dispatcher.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.barid.core.subscriber.Subscriber;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("R-D5")
class RegistryTest {

  private static final Subscriber ACME = new Subscriber("acme", Optional.empty(), List.of());

  private final List<Long> requests = new ArrayList<>();
  private final Registry registry = new Registry(requests::add);
  private final List<String> fresh = new ArrayList<>();

  @Test
  void isCompleteOnceReadToItsEnd() {
    assertThat(registry.isComplete()).isFalse();
    change(ACME);
    assertThat(registry.isComplete()).isFalse();
    caughtUp(0);
    assertThat(registry.isComplete()).isTrue();
    assertThat(registry.subscriber("acme")).contains(ACME);
  }

  @Test
  void aDeletedSubscriberIsForgotten() {
    change(ACME);
    registry.onChanged(new Mail.RegistryChanged("acme", Optional.empty()));
    assertThat(registry.subscriber("acme")).isEmpty();
  }

  @Test
  void nobodyIsCalledBackBeforeAFreshLook() {
    registry.whenFresh(() -> fresh.add("first"));
    assertThat(requests).containsExactly(1L);
    caughtUp(0);
    assertThat(fresh).as("an older look").isEmpty();
    caughtUp(1);
    assertThat(fresh).containsExactly("first");
    caughtUp(1);
    assertThat(fresh).as("once").hasSize(1);
  }

  @Test
  void whoComesDuringALookWaitsForTheNextOneAndAllOfThemForTheSame() {
    registry.whenFresh(() -> fresh.add("first"));
    registry.whenFresh(() -> fresh.add("second"));
    registry.whenFresh(() -> fresh.add("third"));
    assertThat(requests).containsExactly(1L);
    caughtUp(1);
    assertThat(fresh).containsExactly("first");
    assertThat(requests).containsExactly(1L, 2L);
    caughtUp(2);
    assertThat(fresh).containsExactly("first", "second", "third");
    assertThat(requests).hasSize(2);
  }

  @Test
  void whoAsksWhenCalledBackIsCalledBackAfterAnotherLook() {
    registry.whenFresh(() -> registry.whenFresh(() -> fresh.add("again")));
    caughtUp(1);
    assertThat(fresh).isEmpty();
    caughtUp(2);
    assertThat(fresh).containsExactly("again");
  }

  private void change(Subscriber entry) {
    registry.onChanged(new Mail.RegistryChanged(entry.id(), Optional.of(entry)));
  }

  private void caughtUp(long token) {
    registry.onCaughtUp(new Mail.RegistryCaughtUp(token));
  }
}
