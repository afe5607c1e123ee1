package dev.barid.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.ConnectException;
import java.net.Socket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(90)
class PrivateBrokerIT {

  @Test
  void keepsItsPortAndDataWhileStoppedAndLetsClientsComeBack() {
    try (PrivateBroker broker = PrivateBroker.start();
        TestBroker view = broker.view("t.")) {
      String topic = view.createTopic("t.events", 1);
      view.produce(topic, "k", "before");
      broker.stop();
      assertThatThrownBy(() -> connect(broker.bootstrapServers()))
          .isInstanceOf(ConnectException.class);
      broker.resume();
      view.produce(topic, "k", "after");
      assertThat(view.readAll(topic))
          .extracting(stored -> stored.value().orElseThrow())
          .containsExactly("before", "after");
    }
  }

  private static void connect(String address) throws Exception {
    String[] parts = address.split(":");
    new Socket(parts[0], Integer.parseInt(parts[1])).close();
  }
}
