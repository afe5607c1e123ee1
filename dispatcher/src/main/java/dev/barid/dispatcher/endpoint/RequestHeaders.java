package dev.barid.dispatcher.endpoint;

import dev.barid.core.delivery.Delivery;
import dev.barid.core.event.Event;
import dev.barid.core.net.EndpointUrl;
import dev.barid.core.signing.WebhookSecret;
import dev.barid.core.signing.WebhookSigner;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Makes the headers of an attempt. Pure.
 *
 * <p>Of the producer's record headers only {@code content-type}, {@code traceparent}, {@code
 * tracestate} and the CloudEvents attributes ({@code ce_…}) go out. All others stay inside: what a
 * producer tells its own consumers is not meant for strangers.
 *
 * <p>The order is the precedence: Barid's own, the producer's, then the endpoint's extra headers. A
 * name goes out once, whatever its case. So the URL's user and password win over an extra {@code
 * Authorization}, and an extra {@code traceparent} only goes out when the event has none.
 */
public final class RequestHeaders {
  private static final String DEFAULT_CONTENT_TYPE = "application/json";
  private static final String RETRY_REASON = "X-Retry-Reason";

  /** What the HTTP client alone decides, and what belongs to one connection (RFC 9110 7.6.1). */
  private static final Set<String> CLIENTS_OWN =
      Set.of(
          "connection",
          "content-length",
          "expect",
          "keep-alive",
          "proxy-authenticate",
          "proxy-authorization",
          "proxy-connection",
          "te",
          "trailer",
          "transfer-encoding",
          "upgrade");

  /** Fields of most requests. */
  private static final int USUAL = 12;

  private final String userAgent;

  /**
   * Makes headers for one version of Barid.
   *
   * @param version for {@code User-Agent}
   */
  public RequestHeaders(String version) {
    userAgent = "Barid/" + version;
  }

  /**
   * The headers of the delivery's next attempt, in the order in which they go out.
   *
   * @param delivery with the attempts made so far
   * @param extra the endpoint's own headers; a name that is Barid's or the client's is left out
   * @param secrets those that sign now, at least one
   * @param epochSeconds the attempt's time, for {@code webhook-timestamp}
   */
  public List<Map.Entry<String, String>> of(
      Delivery delivery,
      EndpointUrl url,
      Map<String, String> extra,
      List<WebhookSecret> secrets,
      long epochSeconds) {
    Event event = delivery.event();
    ProducerHeaders producers = ProducerHeaders.of(event.headers());
    Fields fields = new Fields();
    fields.addOwn("Host", url.hostHeader());
    fields.addOwn("User-Agent", userAgent);
    fields.addOwn("Content-Type", producers.contentType().orElse(DEFAULT_CONTENT_TYPE));
    fields.addOwn("webhook-id", event.id());
    fields.addOwn("webhook-timestamp", Long.toString(epochSeconds));
    fields.addOwn(
        "webhook-signature", WebhookSigner.sign(event.id(), epochSeconds, event.body(), secrets));
    fields.addOwn("Idempotency-Key", event.id());
    fields.addOwn("X-Delivery-Attempt", Integer.toString(delivery.history().attempts() + 1));
    delivery.history().retryReason().ifPresent(reason -> fields.addOwn(RETRY_REASON, reason));
    url.authorization().ifPresent(value -> fields.addOwn("Authorization", value));
    producers.passedOn().forEach(fields::addOwn);
    extra.forEach(fields::addForeign);
    return fields.list;
  }

  /** Collects fields, each name once. */
  private static final class Fields {
    private final List<Map.Entry<String, String>> list = new ArrayList<>(USUAL);

    /**
     * Barid's own and the producer's come first and differ, so they need no look at what is there:
     * for the thousands that a producer may send, each look would take longer.
     */
    void addOwn(String name, String value) {
      list.add(Map.entry(name, FieldValues.onOneLine(value)));
    }

    void add(String name, String value) {
      if (!isTaken(name)) {
        addOwn(name, value);
      }
    }

    private boolean isTaken(String name) {
      // Where Barid gives no reason, the endpoint's extra headers don't either.
      if (name.equalsIgnoreCase(RETRY_REASON)
          || CLIENTS_OWN.contains(name.toLowerCase(Locale.ROOT))) {
        return true;
      }
      for (Map.Entry<String, String> field : list) {
        if (field.getKey().equalsIgnoreCase(name)) {
          return true;
        }
      }
      return false;
    }

    void addForeign(String name, String value) {
      boolean isOurs = name.toLowerCase(Locale.ROOT).startsWith(ProducerHeaders.CE_FIELD);
      if (!isOurs && FieldValues.isName(name)) {
        add(name, value);
      }
    }
  }
}
