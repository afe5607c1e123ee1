package dev.barid.dispatcher.worker;

import java.util.Set;

/**
 * An event of a simulation, and what may become of it.
 *
 * @param id its id, also in the header {@code sim} of every record that carries it
 * @param subscriber its key
 * @param endpoints the endpoints that ask for it
 * @param home its key's own partition
 * @param foreign whether it was produced to another one
 * @param malformed whether its record is none
 * @param refusable whether its subscriber may be found missing
 */
record SimulatedEvent(
    String id,
    String subscriber,
    Set<String> endpoints,
    int home,
    boolean foreign,
    boolean malformed,
    boolean refusable) {}
