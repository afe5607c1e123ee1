/**
 * What Barid's tests are written with: a Kafka broker, receivers that misbehave, settable time, and
 * the guarantees as objects.
 *
 * <pre>{@code
 * @WithBroker
 * class RetriesIT {
 *   @Test
 *   void retriesUntilItIsTaken(TestBroker broker) {
 *     Topics topics = broker.createBaridTopics(2);
 *     try (Receiver receiver = Receiver.start()) {
 *       receiver.on("/orders").answers(503, 503, 200);
 *       // start what is tested on broker.bootstrapServers() and broker.prefix()
 *       broker.produce(topics.events(), "acme", "{}", Map.of("ce_id", "1"));
 *       receiver.awaitRequests(3, Duration.ofSeconds(20));
 *     }
 *   }
 * }
 * }</pre>
 *
 * <p>{@code -Dbarid.test.broker=container} runs the same tests on a Kafka container, {@code
 * -Dbarid.test.seed=N} repeats a seeded run, {@code -Dbarid.test.log=INFO} shows the logs.
 */
@NullMarked
package dev.barid.testkit;

import org.jspecify.annotations.NullMarked;
