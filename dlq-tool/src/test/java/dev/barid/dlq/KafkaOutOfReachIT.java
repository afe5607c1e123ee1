package dev.barid.dlq;

import static org.assertj.core.api.Assertions.assertThat;

import dev.barid.cli.CommandLines;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import picocli.CommandLine;

class KafkaOutOfReachIT {

  @Test
  @Timeout(60)
  void aCommandGivesUpAfterTenSecondsAndSaysWhere() throws IOException {
    int port;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = socket.getLocalPort();
    }
    StringWriter err = new StringWriter();
    CommandLine line = CommandLines.create(new DlqCommand());
    line.setErr(new PrintWriter(err));
    long startNanos = System.nanoTime();

    int exitCode = line.execute("list", "--bootstrap-servers", "127.0.0.1:" + port);

    assertThat(exitCode).isEqualTo(1);
    assertThat(Duration.ofNanos(System.nanoTime() - startNanos)).isLessThan(Duration.ofSeconds(20));
    assertThat(err.toString())
        .startsWith("barid: can't reach Kafka")
        .contains("127.0.0.1:" + port)
        .hasLineCount(1);
  }
}
