package dev.barid.standalone.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("R-M6")
class ProcessServerTest {

  private final PrometheusMeterRegistry metrics =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private volatile List<String> notReady = List.of("dispatcher");
  private final ProcessServer server =
      new ProcessServer("127.0.0.1", 0, metrics, List::of, () -> notReady);
  private final HttpClient client = HttpClient.newHttpClient();

  @AfterEach
  void close() {
    server.close();
    metrics.close();
  }

  @Test
  void itIsReadyOnceNothingIsWaitedFor() throws Exception {
    HttpResponse<String> waiting = get("/health/ready");
    notReady = List.of();
    HttpResponse<String> ready = get("/health/ready");

    assertThat(waiting.statusCode()).isEqualTo(503);
    assertThat(waiting.body()).isEqualTo("{\"ready\":false,\"waitingFor\":[\"dispatcher\"]}");
    assertThat(ready.statusCode()).isEqualTo(200);
    assertThat(ready.body()).isEqualTo("{\"ready\":true}");
    assertThat(get("/health/live").body()).isEqualTo("{\"live\":true}");
  }

  @Test
  void metricsArePrometheusText() throws Exception {
    metrics.counter("barid.deliveries", "outcome", "delivered").increment();

    HttpResponse<String> response = get("/metrics");

    assertThat(response.headers().firstValue("content-type").orElseThrow())
        .startsWith("text/plain");
    assertThat(response.body()).contains("barid_deliveries_total{outcome=\"delivered\"} 1.0");
  }

  @Test
  void nothingElseIsServedAndNothingCanBeWritten() throws Exception {
    assertThat(get("/").statusCode()).isEqualTo(404);
    assertThat(get("/metrics/../health").statusCode()).isEqualTo(404);
    HttpResponse<String> posted =
        client.send(
            HttpRequest.newBuilder(uri("/metrics"))
                .POST(HttpRequest.BodyPublishers.ofString("x"))
                .build(),
            HttpResponse.BodyHandlers.ofString());
    assertThat(posted.statusCode()).isEqualTo(405);
  }

  @Test
  void aPortInUseIsNamed() {
    assertThatThrownBy(
            () -> new ProcessServer("127.0.0.1", server.port(), metrics, List::of, List::of))
        .isInstanceOf(PortUnavailableException.class)
        .hasMessageContaining("http port \"" + server.port() + "\"")
        .hasMessageContaining("expected: ");
  }

  private HttpResponse<String> get(String path) throws IOException, InterruptedException {
    return client.send(
        HttpRequest.newBuilder(uri(path)).build(), HttpResponse.BodyHandlers.ofString());
  }

  private URI uri(String path) {
    return URI.create("http://127.0.0.1:" + server.port() + path);
  }
}
