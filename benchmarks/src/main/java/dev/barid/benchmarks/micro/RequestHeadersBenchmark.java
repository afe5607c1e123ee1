package dev.barid.benchmarks.micro;

import dev.barid.core.delivery.Delivery;
import dev.barid.core.net.EndpointUrl;
import dev.barid.core.signing.WebhookSecret;
import dev.barid.dispatcher.endpoint.RequestHeaders;
import java.util.List;
import java.util.Map;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Makes an attempt's headers, the signature of 1 KiB among them. */
@State(Scope.Thread)
public class RequestHeadersBenchmark {

  private RequestHeaders headers = new RequestHeaders("1.0.0");
  private EndpointUrl url = EndpointUrl.parse("url", "https://hooks.example/in");
  private List<WebhookSecret> secrets = List.of(Samples.secret());
  private Map<String, String> none = Map.of();
  private Map<String, String> extra = Map.of("X-Tenant", "acme");
  private long epochSeconds = Samples.NOW.getEpochSecond();
  private Delivery first = Samples.firstAttempt();
  private Delivery retry = Samples.retry();

  @Benchmark
  public List<Map.Entry<String, String>> firstAttempt() {
    return headers.of(first, url, none, secrets, epochSeconds);
  }

  /** With a reason, and a header of the endpoint's own. */
  @Benchmark
  public List<Map.Entry<String, String>> retry() {
    return headers.of(retry, url, extra, secrets, epochSeconds);
  }
}
