package dev.barid.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.barid.core.topic.RetryTiers;
import dev.barid.core.topic.Topics;
import dev.barid.faults.ledger.ProducerLedger;
import dev.barid.faults.ledger.ProducerMain;
import dev.barid.faults.ledger.ReceiverMain;
import dev.barid.faults.ledger.Reconciliation;
import dev.barid.faults.ledger.Report;
import dev.barid.faults.plan.FaultPlan;
import dev.barid.faults.plan.FaultRecord;
import dev.barid.faults.plan.FaultRun;
import dev.barid.faults.process.Deployment;
import dev.barid.faults.process.JvmProcess;
import dev.barid.faults.process.Launch;
import dev.barid.faults.process.Ports;
import dev.barid.faults.process.Site;
import dev.barid.testkit.TestBroker;
import dev.barid.testkit.guarantee.Observation;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * One seed's run: starts everything, lets traffic flow while the plan's faults are done, waits
 * until what is on its way has come to its end, and holds the ledgers against each other.
 */
final class SuiteRun {

  private static final String TIERS = "10s,1m";
  private static final int PARTITIONS = 4;
  private static final double EVENTS_PER_SECOND = 50;

  /** The longest give-up time of what doesn't recover, with an outage's backlog before it. */
  private static final Duration REST_WITHIN = Duration.ofMinutes(5);

  private static final Duration START_WITHIN = Duration.ofSeconds(60);
  private static final Duration STOP_WITHIN = Duration.ofMinutes(2);

  private final FaultPlan plan;
  private final Path directory;
  private final Path sent;
  private final Path received;
  private final int receiverPort = Ports.free();

  SuiteRun(FaultPlan plan, Path directory) {
    this.plan = plan;
    this.directory = directory;
    this.sent = directory.resolve("sent.tsv");
    this.received = directory.resolve("received.tsv");
  }

  /** Runs it; throws an AssertionError if something didn't start, recover or stop. */
  Report report() throws InterruptedException {
    System.out.println(plan);
    Cast cast = new Cast("http://127.0.0.1:" + receiverPort);
    try (Deployment deployment = Deployment.start(directory, PARTITIONS, SuiteRun::settings);
        JvmProcess receiver = JvmProcess.start(receiver())) {
      receiver.awaitLine(Pattern.compile("ready.*"), START_WITHIN);
      register(deployment, cast.entries());
      List<FaultRecord> faults = disturb(deployment, cast);
      assertThat(deployment.ended()).as("processes that ended by themselves").isEmpty();
      return reconcile(deployment, faults);
    }
  }

  /** After the traffic only retries are left: with the default budget they take minutes to end. */
  private static Site settings(Site site) {
    return site.with("retry.tiers", TIERS).with("retryBudget.floorPerSecond", "100");
  }

  private List<FaultRecord> disturb(Deployment deployment, Cast cast) throws InterruptedException {
    try (JvmProcess producer = JvmProcess.start(producer(deployment, cast))) {
      producer.awaitLine(Pattern.compile("ready.*"), START_WITHIN);
      awaitFlow(deployment);
      List<FaultRecord> faults = new FaultRun(deployment).run(plan);
      producer.terminate(STOP_WITHIN);
      assertThat(ProducerLedger.hasStopped(sent)).as("the producer has ended in order").isTrue();
      return faults;
    }
  }

  /**
   * Until both dispatchers have committed outcomes of a few seconds' events: a process's first
   * transactions take longer than all later ones.
   */
  private void awaitFlow(Deployment deployment) {
    for (String dispatcher : List.of("dispatcher-1", "dispatcher-2")) {
      deployment
          .process(dispatcher)
          .process()
          .await(
              "hundreds of attempts",
              START_WITHIN,
              () -> attempts(deployment.process(dispatcher).metrics()) > 200);
    }
  }

  private static double attempts(String metrics) {
    return metrics
        .lines()
        .filter(line -> line.startsWith("barid_attempts_total{"))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
        .sum();
  }

  private Report reconcile(Deployment deployment, List<FaultRecord> faults) {
    try (TestBroker broker =
        new TestBroker(deployment.kafka().bootstrapServers(), Topics.DEFAULT.prefix())) {
      Observation observed =
          Reconciliation.awaitRest(
              () -> Reconciliation.observe(broker, RetryTiers.parse(TIERS), sent, received),
              REST_WITHIN);
      assertThat(deployment.ended()).as("processes that ended by themselves").isEmpty();
      return Reconciliation.of(plan.seed(), observed, faults);
    }
  }

  private static void register(Deployment deployment, Map<String, String> entries) {
    try (KafkaProducer<String, String> producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", deployment.kafka().bootstrapServers()),
            new StringSerializer(),
            new StringSerializer())) {
      entries.forEach(
          (id, entry) ->
              producer.send(new ProducerRecord<>(Topics.DEFAULT.subscribers(), id, entry)));
    }
  }

  private Launch receiver() {
    return launch(
        "receiver",
        ReceiverMain.class,
        ReceiverMain.arguments(receiverPort, received, plan.seed()));
  }

  private Launch producer(Deployment deployment, Cast cast) {
    // Until it is told to end.
    Duration length = plan.length().multipliedBy(10);
    return launch(
        "producer",
        ProducerMain.class,
        ProducerMain.arguments(
            deployment.kafka().bootstrapServers(),
            Topics.DEFAULT.events(),
            sent,
            plan.seed(),
            EVENTS_PER_SECOND,
            length,
            cast.types()));
  }

  private Launch launch(String name, Class<?> main, List<String> arguments) {
    return Launch.of(name, directory.resolve("logs"), main, arguments.toArray(String[]::new))
        .withJvmOptions("-Xmx128m");
  }
}
