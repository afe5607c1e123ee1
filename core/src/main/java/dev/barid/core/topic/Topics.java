package dev.barid.core.topic;

/**
 * The topics' and groups' names under one prefix.
 *
 * @param prefix what every name begins with, {@code barid.} by default; may be empty
 */
public record Topics(String prefix) {

  public static final Topics DEFAULT = new Topics("barid.");

  public String events() {
    return prefix + "events";
  }

  public String retry(RetryTier tier) {
    return prefix + "retry." + tier.name();
  }

  public String parked() {
    return prefix + "parked";
  }

  public String redeliveries() {
    return prefix + "redeliveries";
  }

  public String dlq() {
    return prefix + "dlq";
  }

  public String dlqState() {
    return prefix + "dlq-state";
  }

  public String subscribers() {
    return prefix + "subscribers";
  }

  public String endpointHealth() {
    return prefix + "endpoint-health";
  }

  public String attempts() {
    return prefix + "attempts";
  }

  public String notices() {
    return prefix + "notices";
  }

  /** The consumer group of every dispatcher. */
  public String dispatcherGroup() {
    return prefix + "dispatcher";
  }

  /** The consumer group and Kafka Streams application id of every scheduler. */
  public String schedulerGroup() {
    return prefix + "retry-scheduler";
  }
}
