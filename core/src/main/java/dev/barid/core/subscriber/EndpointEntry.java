package dev.barid.core.subscriber;

/** An endpoint as the registry has it: a damaged entry fails its own endpoint and no other. */
public sealed interface EndpointEntry {

  /** The endpoint's id. */
  String id();

  /** An endpoint that can be delivered to. */
  record Usable(Endpoint endpoint) implements EndpointEntry {
    @Override
    public String id() {
      return endpoint.id();
    }
  }

  /**
   * An endpoint whose entry can't be used.
   *
   * @param id its id
   * @param problem what is wrong, naming the field, the value and what was expected
   */
  record Faulty(String id, String problem) implements EndpointEntry {}
}
