package dev.barid.standalone.topics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.barid.core.topic.RetryTiers;
import dev.barid.core.topic.TopicLayout;
import dev.barid.core.topic.TopicSpec;
import dev.barid.core.topic.Topics;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class TopicCheckTest {

  private static final Topics TOPICS = Topics.DEFAULT;
  private static final List<TopicSpec> SPECS = TopicLayout.of(TOPICS, RetryTiers.DEFAULT);

  private final Map<String, ExistingTopic> existing = new HashMap<>();

  TopicCheckTest() {
    SPECS.forEach(spec -> existing.put(spec.name(), new ExistingTopic(8, 1, spec.configs())));
  }

  @Test
  void asCreatedNothingDiffers() {
    assertThat(differences()).isEmpty();
  }

  @Test
  void aMissingTopicIsNamed() {
    existing.remove(TOPICS.dlq());

    assertThat(differences()).containsExactly("topic barid.dlq is missing");
  }

  @Test
  void anotherNumberOfPartitionsIsMeasuredByThatOfEvents() {
    existing.put(TOPICS.dlq(), new ExistingTopic(4, 1, topic(TOPICS.dlq()).configs()));

    assertThat(differences())
        .containsExactly("topic barid.dlq partitions \"4\" (expected: 8, as barid.events has)");
  }

  @Test
  void topicsThatAreNotCoPartitionedMayHaveAnyNumber() {
    existing.put(TOPICS.attempts(), new ExistingTopic(3, 1, topic(TOPICS.attempts()).configs()));

    assertThat(differences()).isEmpty();
  }

  @Test
  void keepingForLongerIsNoDifferenceAndKeepingForLessIs() {
    configure(TOPICS.events(), "retention.ms", "-1");
    configure(TOPICS.parked(), "retention.ms", "604800001");
    configure(TOPICS.redeliveries(), "retention.ms", "604799999");
    configure(TOPICS.dlq(), "retention.ms", "604800000");

    assertThat(differences())
        .containsExactly(
            "topic barid.redeliveries retention.ms \"604799999\" (expected: 604800000 or more)",
            "topic barid.dlq retention.ms \"604800000\" (expected: -1, for ever)");
  }

  @Test
  @Tag("R-D6")
  void whereEventsMayBeLargerTheOthersMustBeLargerStill() {
    configure(TOPICS.events(), "max.message.bytes", "10000000");

    assertThat(differences())
        .hasSize(SPECS.size() - 1)
        .contains("topic barid.dlq max.message.bytes \"1114124\" (expected: 10065536 or more)");
  }

  @Test
  @Tag("R-D6")
  void whatLeavesTheSchedulerMayBeALittleLargerThanWhatComesIn() {
    configure(TOPICS.redeliveries(), "max.message.bytes", "1114124");

    assertThat(differences())
        .containsExactly(
            "topic barid.redeliveries max.message.bytes \"1114124\" (expected: 1115148 or more)");
  }

  @Test
  @Tag("R-D6")
  void aChangelogThatTakesLessThanItsStoreMayHoldIsNamed() {
    TopicSpec changelog = TopicLayout.changelog("barid.retry-scheduler-due-10s-changelog");
    existing.put(changelog.name(), new ExistingTopic(8, 1, changelog.configs()));
    assertThat(new TopicCheck(TOPICS.events(), existing).status(changelog).differences()).isEmpty();

    configure(TOPICS.events(), "max.message.bytes", "10000000");

    assertThat(new TopicCheck(TOPICS.events(), existing).status(changelog).differences())
        .containsExactly(
            "topic barid.retry-scheduler-due-10s-changelog max.message.bytes \"1115148\""
                + " (expected: 10066560 or more)");
  }

  @Test
  void anotherCleanupPolicyIsADifference() {
    configure(TOPICS.dlq(), "cleanup.policy", "compact,delete");

    assertThat(differences())
        .containsExactly("topic barid.dlq cleanup.policy \"compact,delete\" (expected: delete)");
  }

  private void configure(String topic, String key, String value) {
    ExistingTopic before = topic(topic);
    Map<String, String> configs = new HashMap<>(before.configs());
    configs.put(key, value);
    existing.put(topic, new ExistingTopic(before.partitions(), 1, configs));
  }

  private ExistingTopic topic(String name) {
    return Objects.requireNonNull(existing.get(name));
  }

  private List<String> differences() {
    TopicCheck check = new TopicCheck(TOPICS.events(), existing);
    return SPECS.stream().flatMap(spec -> check.status(spec).differences().stream()).toList();
  }
}
