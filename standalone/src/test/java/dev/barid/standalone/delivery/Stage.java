package dev.barid.standalone.delivery;

import static java.util.Objects.requireNonNull;
import static org.awaitility.Awaitility.await;

import dev.barid.core.topic.RetryTiers;
import dev.barid.core.topic.TopicLayout;
import dev.barid.core.topic.TopicSpec;
import dev.barid.testkit.BrokerExtension;
import dev.barid.testkit.TestBroker;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Roles that the tests of a class share, as starting them takes longer than most tests. A static
 * field of the class. Each test takes a subscriber of its own, and finds what is read of topics,
 * and counted, as empty as if it were the first, but for the registry.
 */
final class Stage implements BeforeAllCallback, BeforeEachCallback, AfterAllCallback {

  private static final Duration SOON = Duration.ofSeconds(30);

  private final Map<String, String> more;
  private @Nullable TestBroker broker;
  private @Nullable Roles roles;
  private int subscribers;

  Stage() {
    this(Map.of());
  }

  /** With more settings than the tests' usual ones. */
  Stage(Map<String, String> more) {
    this.more = more;
  }

  @Override
  public void beforeAll(ExtensionContext context) throws Exception {
    broker = BrokerExtension.broker(context);
    roles = Roles.start(broker, more);
  }

  @Override
  public void beforeEach(ExtensionContext context) {
    // What the test before has left to do is done.
    await().atMost(SOON).until(() -> Lags.of(broker()) == 0);
    List<String> topics =
        TopicLayout.of(broker().topics(), RetryTiers.DEFAULT).stream()
            .map(TopicSpec::name)
            .filter(topic -> !topic.equals(broker().topics().subscribers()))
            .toList();
    broker().readFromHere(topics);
    roles().countFromHere();
  }

  @Override
  public void afterAll(ExtensionContext context) {
    if (roles != null) {
      roles.close();
    }
  }

  /** After the roles have been closed: starts others, for the tests to come, too. */
  void resume() throws Exception {
    roles = Roles.resume(Roles.settings(broker(), more));
  }

  TestBroker broker() {
    return requireNonNull(broker);
  }

  Roles roles() {
    return requireNonNull(roles);
  }

  /** The id of one that no other test has. */
  String newSubscriber() {
    return "acme-" + ++subscribers;
  }
}
