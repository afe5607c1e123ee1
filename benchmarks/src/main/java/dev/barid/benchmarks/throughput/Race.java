package dev.barid.benchmarks.throughput;

import dev.barid.benchmarks.measure.Usage;
import dev.barid.benchmarks.measure.Window;
import dev.barid.benchmarks.program.Program;
import dev.barid.benchmarks.report.Report;
import dev.barid.benchmarks.stage.Backlog;
import dev.barid.benchmarks.stage.Broker;
import dev.barid.benchmarks.stage.Child;
import dev.barid.benchmarks.stage.Scratch;
import dev.barid.benchmarks.stage.Sink;
import dev.barid.benchmarks.stage.Subscribers;
import dev.barid.cli.Progress;
import dev.barid.core.topic.Topics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Programs that work the same backlog off, in turns, so that whatever else the machine does befalls
 * all of them.
 *
 * @param backlog what they work off
 * @param partitions of each topic
 * @param rounds turns of each program
 * @param programs the first one is the baseline
 * @param jvmOptions more options of their JVMs; {@code {program}} becomes the program's name
 */
record Race(
    Backlog backlog, int partitions, int rounds, List<Program> programs, List<String> jvmOptions) {

  private static final Duration RUN_WITHIN = Duration.ofMinutes(5);

  /** Runs all of it. */
  List<Run> run(Report report) {
    List<Run> runs = new ArrayList<>();
    try (Scratch scratch = Scratch.make();
        Broker broker = Broker.start(scratch.directory(), partitions);
        Sink sink = Sink.start(scratch.directory())) {
      Sink.Way stored = programs.get(0).way();
      prepare(broker, sink, stored, report);
      for (int round = 1; round <= rounds; round++) {
        for (Program program : programs) {
          if (program.way() != stored) {
            stored = program.way();
            put(broker, sink, stored);
          }
          Run run = run(program, scratch, broker, sink, report);
          runs.add(run);
          report.say(
              "round %d: %-28s %,8.0f/s %6.1f us"
                  .formatted(
                      round,
                      run.program(),
                      run.window().perSecond(),
                      run.window().cpuMicrosPerDelivery()));
        }
      }
    }
    return runs;
  }

  private void prepare(Broker broker, Sink sink, Sink.Way way, Report report) {
    broker.create(Topics.DEFAULT);
    put(broker, sink, way);
    try (Progress progress = report.progress("events", backlog.events())) {
      backlog.write(broker, Topics.DEFAULT, progress::at);
    }
  }

  private void put(Broker broker, Sink sink, Sink.Way way) {
    broker.put(
        Topics.DEFAULT,
        Subscribers.entries(
            backlog.subscribers(),
            number -> sink.url(way, Subscribers.path(number)),
            number -> ""));
  }

  private Run run(Program program, Scratch scratch, Broker broker, Sink sink, Report report) {
    Sink.Counts before = sink.counts();
    long putOffBefore = broker.putOff(Topics.DEFAULT);
    List<String> options = new ArrayList<>();
    jvmOptions.forEach(option -> options.add(option.replace("{program}", program.fileName())));
    if (program.way().isTls()) {
      options.addAll(sink.trustOptions());
    }
    try (Child process =
            program.start(scratch.directory(), broker.servers(), sink.url(""), options);
        Progress progress = report.progress(program.name(), backlog.events())) {
      List<Window.Sample> samples = new ArrayList<>();
      long end = Math.round(backlog.events() * Window.TO);
      process.await(
          end + " deliveries",
          RUN_WITHIN,
          () -> {
            // Each look is a request, too.
            long done = sink.counts().requests() - before.requests() - samples.size() - 1;
            samples.add(new Window.Sample(System.nanoTime(), done, Usage.cpu(process.pid())));
            progress.at(done);
            return done >= end;
          });
      Window window =
          Window.of(samples, backlog.events())
              .orElseThrow(() -> new IllegalStateException("too short to be measured"));
      Sink.Counts after = sink.counts();
      long requests = after.requests() - before.requests();
      return new Run(
          program.name(),
          window,
          Usage.peakRssMib(process.pid()),
          1 - (after.connections() - before.connections()) / (double) requests,
          broker.putOff(Topics.DEFAULT) - putOffBefore);
    } finally {
      broker.rewind(program.group());
    }
  }
}
