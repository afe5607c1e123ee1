package dev.barid.standalone.send;

import dev.barid.cli.CommandFailure;
import dev.barid.cli.CommonOptions;
import dev.barid.cli.ExitCodes;
import dev.barid.cli.KafkaClients;
import dev.barid.core.subscriber.Ids;
import dev.barid.core.topic.TopicLayout;
import dev.barid.standalone.input.InputFile;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code barid send}. */
@Command(
    name = "send",
    description =
        "Publishes one event, as any Kafka producer can, and prints its id and nothing else.")
public final class SendCommand implements Callable<Integer> {

  @Mixin private CommonOptions common = new CommonOptions();

  @Parameters(index = "0", paramLabel = "SUBSCRIBER", description = "The subscriber's id.")
  private String subscriber = "";

  @Parameters(index = "1", paramLabel = "FILE", description = "The body; - for stdin.")
  private String file = "";

  @Option(names = "--type", paramLabel = "T", description = "The event type: order.created.")
  private @Nullable String type;

  @Option(
      names = "--id",
      paramLabel = "ID",
      description = "The event's id (default: from its position in Kafka).")
  private @Nullable String id;

  @Option(
      names = "--header",
      paramLabel = "K=V",
      description = "A record header, such as content-type=text/plain; may be repeated.")
  private List<String> headers = new ArrayList<>();

  @Option(
      names = "--ttl",
      paramLabel = "D",
      description = "How long it is worth delivering: 250ms, 30s, 5m, 2h, 3d.")
  private @Nullable Duration ttl;

  @Override
  public Integer call() {
    Ids.check("SUBSCRIBER", subscriber);
    EventHeaders event = new EventHeaders();
    if (id != null) {
      event.id(id);
    }
    if (type != null) {
      event.type(type);
    }
    if (ttl != null) {
      event.ttl(ttl);
    }
    headers.forEach(event::own);
    KafkaClients clients = common.kafka();
    RecordMetadata at =
        publish(
            clients,
            new ProducerRecord<>(
                clients.settings().topics().events(),
                null,
                subscriber.getBytes(StandardCharsets.UTF_8),
                InputFile.read(file, TopicLayout.RECORD_MAX_BYTES),
                event.headers()));
    common.out().println(id != null ? id : "evt-" + at.partition() + "-" + at.offset());
    return ExitCodes.DONE;
  }

  private static RecordMetadata publish(
      KafkaClients clients, ProducerRecord<byte[], byte[]> record) {
    // Asked first, since a producer would wait for a missing topic until it times out.
    clients.partitions(record.topic());
    try (Producer<byte[], byte[]> producer = clients.producer()) {
      return producer.send(record).get();
    } catch (ExecutionException failed) {
      if (failed.getCause() instanceof RecordTooLargeException tooLarge) {
        throw CommandFailure.failed(
            "event of "
                + record.value().length
                + " bytes is too large (expected: at most what "
                + record.topic()
                + " takes, its max.message.bytes)",
            tooLarge);
      }
      throw failed.getCause() instanceof RuntimeException known
          ? known
          : new KafkaException(failed.getCause());
    } catch (InterruptedException stopped) {
      throw new InterruptException(stopped);
    }
  }
}
