package dev.barid.benchmarks.stage;

import dev.barid.core.topic.Topics;
import java.time.Duration;
import java.util.Arrays;
import java.util.function.LongConsumer;

/**
 * Events that wait before the program starts, the subscribers in turns.
 *
 * @param events how many
 * @param subscribers of how many subscribers
 * @param bytes the size of each one's body
 */
public record Backlog(int events, int subscribers, int bytes) {

  /**
   * Writes all of it.
   *
   * @param progress told how many are on their way
   */
  public void write(Broker broker, Topics topics, LongConsumer progress) {
    byte[] body = body();
    try (Sending sending = broker.sending(Duration.ofMillis(20))) {
      for (int i = 0; i < events; i++) {
        sending.send(topics.events(), Subscribers.id(i % subscribers), body);
        progress.accept(i + 1);
      }
    }
  }

  private byte[] body() {
    byte[] body = new byte[bytes];
    Arrays.fill(body, (byte) 'x');
    body[0] = '"';
    body[bytes - 1] = '"';
    return body;
  }
}
