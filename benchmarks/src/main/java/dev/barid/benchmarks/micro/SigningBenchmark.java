package dev.barid.benchmarks.micro;

import dev.barid.core.signing.WebhookSecret;
import dev.barid.core.signing.WebhookSigner;
import java.util.List;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Signs a body of 1 KiB. */
@State(Scope.Thread)
public class SigningBenchmark {

  private String id = "evt-3-1234567";
  private long epochSeconds = Samples.NOW.getEpochSecond();
  private byte[] body = Samples.body();
  private List<WebhookSecret> one = List.of(Samples.secret());
  private List<WebhookSecret> two = List.of(Samples.secret(), Samples.secret());

  @Benchmark
  public String oneSecret() {
    return WebhookSigner.sign(id, epochSeconds, body, one);
  }

  /** As while one is rotated. */
  @Benchmark
  public String twoSecrets() {
    return WebhookSigner.sign(id, epochSeconds, body, two);
  }
}
