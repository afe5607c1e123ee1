package dev.barid.core.subscriber;

import dev.barid.core.net.EndpointUrl;
import dev.barid.core.policy.Policy;
import dev.barid.core.signing.WebhookSecret;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Where deliveries go and how.
 *
 * @param id unique within its subscriber
 * @param target the URL and the extra headers
 * @param secrets the signing secrets, at least one of which has no end; several while one is
 *     rotated
 * @param eventTypes which events it wants
 * @param standing the operator's word
 * @param policy what is retried, and when
 * @param limits how much it takes
 */
public record Endpoint(
    String id,
    Target target,
    List<SigningSecret> secrets,
    EventTypes eventTypes,
    Standing standing,
    Policy policy,
    Limits limits) {

  public Endpoint {
    secrets = List.copyOf(secrets);
  }

  /** The secrets that sign at this instant, in their order; never none. */
  public List<WebhookSecret> secretsAt(Instant now) {
    List<WebhookSecret> signing = new ArrayList<>(secrets.size());
    for (SigningSecret secret : secrets) {
      if (secret.signsAt(now)) {
        signing.add(secret.secret());
      }
    }
    return signing;
  }

  /** The operator's word: whether deliveries go out, wait, or are dead-lettered. */
  public EndpointState state() {
    return standing.state();
  }

  /**
   * The operator's word.
   *
   * @param state whether deliveries go out, wait, or are dead-lettered
   * @param resumeGeneration when the endpoint was last resumed, epoch milliseconds; 0 for never.
   *     One that is newer than what its health has seen ends a pause that Barid began by itself
   */
  public record Standing(EndpointState state, long resumeGeneration) {

    /** Active, and never resumed. */
    public static final Standing ACTIVE = new Standing(EndpointState.ACTIVE, 0);
  }

  /**
   * What a request is addressed to.
   *
   * @param url the endpoint's URL
   * @param headers extra headers in the order given, none of which is one of Barid's own; their
   *     values may be credentials
   */
  public record Target(EndpointUrl url, Map<String, String> headers) {
    public Target {
      headers = Collections.unmodifiableMap(new LinkedHashMap<>(headers));
    }

    /** The URL, and the headers' names without their values. */
    @Override
    public String toString() {
      return url + " with headers " + headers.keySet();
    }
  }
}
