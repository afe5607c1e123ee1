package dev.barid.dispatcher.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.barid.core.policy.DeadLetterReason;
import dev.barid.core.subscriber.Endpoint;
import dev.barid.core.subscriber.EndpointEntry;
import dev.barid.core.subscriber.EndpointKey;
import dev.barid.core.subscriber.EndpointState;
import dev.barid.core.subscriber.Subscriber;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("R-D5")
class DestinationTest {

  private static final EndpointKey KEY = new EndpointKey("acme", "orders");

  @Test
  void anActiveEndpointIsOpen() {
    Endpoint endpoint = Samples.endpoint("orders", EndpointState.ACTIVE);
    assertThat(of(new EndpointEntry.Usable(endpoint))).isEqualTo(new Destination.Open(endpoint));
  }

  @Test
  @Tag("R-I6")
  void aPausedEndpointIsItsHealthsMatterAndADisabledOneIsDead() {
    Endpoint paused = Samples.endpoint("orders", EndpointState.PAUSED);
    assertThat(of(new EndpointEntry.Usable(paused))).isEqualTo(new Destination.Open(paused));
    assertThat(of(new EndpointEntry.Usable(Samples.endpoint("orders", EndpointState.DISABLED))))
        .isEqualTo(
            new Destination.Refused(
                DeadLetterReason.ENDPOINT_DISABLED, "endpoint \"acme/orders\" is disabled", false));
  }

  @Test
  void aDamagedEntryFailsItsOwnEndpointForGoodAndSaysWhy() {
    assertThat(of(new EndpointEntry.Faulty("orders", "url \"x\" (expected: a URL)")))
        .isEqualTo(
            new Destination.Refused(
                DeadLetterReason.PERMANENT,
                "the endpoint's registry entry is wrong: url \"x\" (expected: a URL)",
                false));
  }

  @Test
  void whatIsMissingMayBeFoundByAFresherLook() {
    Destination noSubscriber = Destination.of(KEY, Optional.empty());
    assertThat(noSubscriber).isEqualTo(Destination.unknown("acme"));
    Destination noEndpoint =
        Destination.of(KEY, Optional.of(new Subscriber("acme", Optional.empty(), List.of())));
    for (Destination missing : List.of(noSubscriber, noEndpoint, Destination.noEndpoint("acme"))) {
      assertThat(missing)
          .isInstanceOfSatisfying(
              Destination.Refused.class, refused -> assertThat(refused.missing()).isTrue());
    }
    assertThat(((Destination.Refused) noEndpoint).reason()).isEqualTo(DeadLetterReason.NO_ENDPOINT);
    assertThat(((Destination.Refused) noSubscriber).reason())
        .isEqualTo(DeadLetterReason.UNKNOWN_SUBSCRIBER);
  }

  private static Destination of(EndpointEntry entry) {
    return Destination.of(
        KEY, Optional.of(new Subscriber("acme", Optional.empty(), List.of(entry))));
  }
}
