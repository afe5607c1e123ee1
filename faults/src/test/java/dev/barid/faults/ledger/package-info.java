/**
 * What was published and what arrived, on disk, and whether the two agree in the end.
 *
 * <pre>{@code
 * JvmProcess receiver = JvmProcess.start(
 *     Launch.of("receiver", logs, ReceiverMain.class, ReceiverMain.arguments(port, received, seed)…));
 * // URLs of endpoints: base + new EndpointBehavior.Flaky(0.2).target("orders")
 * JvmProcess producer = JvmProcess.start(
 *     Launch.of("producer", logs, ProducerMain.class, ProducerMain.arguments(servers, topic, sent, …)…));
 * // faults; then SIGTERM to the producer, which ends once all is acknowledged
 * Observation observed = Reconciliation.awaitRest(
 *     () -> Reconciliation.observe(broker, tiers, sent, received), Duration.ofMinutes(3));
 * Report report = Reconciliation.of(seed, observed, faults);
 * System.out.println(report.repeatsByFault() + Report.HEADER + "\n" + report.row());
 * report.assertReconciled();
 * }</pre>
 */
@NullMarked
package dev.barid.faults.ledger;

import org.jspecify.annotations.NullMarked;
