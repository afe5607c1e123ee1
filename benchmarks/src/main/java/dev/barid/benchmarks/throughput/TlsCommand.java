package dev.barid.benchmarks.throughput;

import dev.barid.benchmarks.program.Program;
import dev.barid.benchmarks.stage.Sink;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code tls}. */
@Command(
    name = "tls",
    description =
        "Barid to endpoints over http, over https with HTTP/1.1, and over https with HTTP/2, in turns"
            + " at the same backlog and nginx, which has a self-signed certificate.")
public final class TlsCommand implements Callable<Integer> {

  /** Both that the name may stand for. */
  private static final String LOOPBACK = "127.0.0.0/8,::1/128";

  @Mixin private RaceOptions options = new RaceOptions();

  @Override
  public Integer call() {
    options.report().begin();
    Program barid = Program.barid("off").with("", "BARID_EGRESS_ALLOW", LOOPBACK);
    options.print(
        options.race(
            options.events(),
            RaceOptions.BYTES,
            RaceOptions.PARTITIONS,
            List.of(
                barid.by(Sink.Way.NAME, ", http"),
                barid.by(Sink.Way.TLS, ", https"),
                barid.by(Sink.Way.HTTP2, ", https with HTTP/2"))));
    return 0;
  }
}
