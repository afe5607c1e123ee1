package dev.barid.standalone.topics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.barid.standalone.Program;
import dev.barid.testkit.TestBroker;
import dev.barid.testkit.WithBroker;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@WithBroker
class TopicsIT {

  @Test
  void theyAreCreatedOnceAndThenAsTheyShouldBe(TestBroker broker) {
    Program barid = Program.on(broker.bootstrapServers(), broker.prefix());
    assertThat(barid.run("topics", "describe").status()).isEqualTo(1);

    String created = barid.run("topics", "create", "--partitions", "2").done();
    assertThat(created.lines()).hasSize(13).allMatch(line -> line.startsWith("created "));

    assertThat(barid.run("topics", "create").done()).contains("as they should be");
    String rows = barid.run("topics", "describe", "--output", "json").done();
    assertThat(rows.lines()).hasSize(13).allMatch(row -> row.contains("\"state\":\"ok\""));
    assertThat(rows.lines()).allMatch(row -> row.contains("\"partitions\":2"));
  }

  @Test
  void theNumberOfPartitionsIsFixedAtCreation(TestBroker broker) {
    Program barid = Program.on(broker.bootstrapServers(), broker.prefix());
    barid.run("topics", "create", "--partitions", "2").done();

    Program.Result again = barid.run("topics", "create", "--partitions", "3");

    assertThat(again.status()).isEqualTo(2);
    assertThat(again.err()).contains("--partitions \"3\" (expected: 2, as ");
  }

  @Test
  @Tag("R-D6")
  void aChangelogThatIsTooSmallForWhatItsTopicTakesIsNamed(TestBroker broker) {
    Program barid = Program.on(broker.bootstrapServers(), broker.prefix());
    broker.createTopic(broker.topics().events(), 2, Map.of("max.message.bytes", "3000000"));
    barid.run("topics", "create").done();
    String small = broker.topics().schedulerGroup() + "-due-1m-changelog";
    String large = broker.topics().schedulerGroup() + "-parked-changelog";
    broker.createTopic(small, 2, Map.of("cleanup.policy", "compact"));
    broker.createTopic(
        large, 2, Map.of("cleanup.policy", "compact", "max.message.bytes", "3066560"));

    Program.Result result = barid.run("topics", "describe");

    assertThat(result.status()).isEqualTo(1);
    assertThat(result.err().lines())
        .containsExactly(
            "barid: topic " + small + " max.message.bytes \"1048588\" (expected: 3066560 or more)");
    assertThat(result.out()).contains(large);
  }

  @Test
  void whatWasThereBeforeIsMeasured(TestBroker broker) {
    Program barid = Program.on(broker.bootstrapServers(), broker.prefix());
    broker.createTopic(broker.topics().events(), 3, Map.of("max.message.bytes", "3000000"));
    broker.createTopic(broker.topics().dlq(), 2, Map.of("retention.ms", "1000"));

    Program.Result result = barid.run("topics", "create");

    assertThat(result.status()).isEqualTo(1);
    assertThat(result.err().lines()).allMatch(line -> line.contains(broker.topics().dlq()));
    assertThat(result.err()).contains("partitions", "retention.ms", "max.message.bytes");
    assertThat(barid.run("topics", "describe", "--output", "json").out().lines())
        .filteredOn(row -> row.contains(broker.topics().parked()))
        .singleElement()
        .asString()
        .contains("\"partitions\":3", "\"maxMessageBytes\":3065536");
  }
}
