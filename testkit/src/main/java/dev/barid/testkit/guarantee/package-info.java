/**
 * What Barid promises, as objects that look at what was published, what arrived and what lies in
 * the topics.
 *
 * <p>A test class with a broker and a receiver switches them on for all its tests; each is then
 * held against what the test did, after it:
 *
 * <pre>{@code
 * @RegisterExtension
 * final Guarantees guarantees = Guarantees.all(() -> broker, receiver);
 * }</pre>
 *
 * <p>A test that interrupts something says so, {@code guarantees.disturbed(…)}; one that leaves
 * deliveries waiting takes {@link NothingLost} off. Whoever has ledgers of another kind makes an
 * {@link Observation} of them and asks each {@link Guarantee} for what breaks it.
 */
@NullMarked
package dev.barid.testkit.guarantee;

import org.jspecify.annotations.NullMarked;
