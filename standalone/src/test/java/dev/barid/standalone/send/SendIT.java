package dev.barid.standalone.send;

import static org.assertj.core.api.Assertions.assertThat;

import dev.barid.core.topic.Partitions;
import dev.barid.standalone.Program;
import dev.barid.testkit.StoredRecord;
import dev.barid.testkit.TestBroker;
import dev.barid.testkit.WithBroker;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@WithBroker
class SendIT {

  private static final int PARTITIONS = 3;
  private static final byte[] BODY = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF, 0, (byte) 0x80, '\n'};

  @TempDir private Path directory;
  private TestBroker broker;
  private Program barid;
  private String file;

  @BeforeEach
  void createTopics(TestBroker given) throws IOException {
    broker = given;
    broker.createBaridTopics(PARTITIONS);
    barid = Program.on(broker.bootstrapServers(), broker.prefix());
    file = Files.write(directory.resolve("body"), BODY).toString();
  }

  @Test
  @Tag("R-S7")
  @Tag("R-H1")
  void itPrintsTheIdThatTheEventWillHaveAndSendsTheFilesBytes() {
    String printed = barid.run("send", "acme", file).done();

    StoredRecord record = records().get(0);
    int partition = Partitions.of("acme".getBytes(StandardCharsets.UTF_8), PARTITIONS);
    assertThat(printed).isEqualTo("evt-" + partition + "-0\n");
    assertThat(record.source().value()).isEqualTo(BODY);
    assertThat(record.source().headers()).isEmpty();
  }

  @Test
  void everythingGivenIsAHeader() {
    String printed =
        barid
            .run(
                "send",
                "acme",
                "--id",
                "o1",
                "--type",
                "order.created",
                "--ttl",
                "2h",
                "--header",
                "content-type=text/plain",
                "--header",
                "x=a=b",
                file)
            .done();

    StoredRecord record = records().get(0);
    assertThat(printed).isEqualTo("o1\n");
    assertThat(record.header("ce_id")).contains("o1");
    assertThat(record.header("ce_type")).contains("order.created");
    assertThat(record.header("barid-ttl")).contains("7200000ms");
    assertThat(record.header("content-type")).contains("text/plain");
    assertThat(record.header("x")).contains("a=b");
  }

  @Test
  @Tag("R-X3")
  void whatWouldEndInTheDlqIsRefusedHere() {
    assertThat(barid.run("send", "no good", file).status()).isEqualTo(2);
    assertThat(barid.run("send", "acme", "--id", "a.b", file).status()).isEqualTo(2);
    assertThat(barid.run("send", "acme", "--ttl", "soon", file).status()).isEqualTo(2);
    assertThat(barid.run("send", "acme", "--header", "barid-endpoint=x", file).status())
        .isEqualTo(2);
    assertThat(barid.run("send", "acme", "--header", "ce_id=x", file).err()).contains("--id");
    assertThat(barid.run("send", "acme", directory.resolve("none").toString()).status())
        .isEqualTo(1);
    assertThat(records()).isEmpty();
  }

  @Test
  void anEventLargerThanTheTopicTakesIsOneLine() throws IOException {
    Path large = Files.write(directory.resolve("large"), new byte[1_060_000]);

    Program.Result result = barid.run("send", "acme", large.toString());

    assertThat(result.status()).isEqualTo(1);
    assertThat(result.err()).contains("1060000", "max.message.bytes").hasLineCount(1);
  }

  private List<StoredRecord> records() {
    return broker.readAll(broker.topics().events());
  }
}
