/**
 * A Kafka broker inside this JVM: one node that is broker and controller, on loopback, with its
 * data in one directory.
 *
 * <p>Logging is the application's to set up. Kafka's server logs through SLF4J and is talkative at
 * INFO: {@code kafka} (the Scala parts), {@code org.apache.kafka} (the clients too) and {@code
 * state.change.logger}; {@code org.apache.kafka.common.config} prints every setting at start. An
 * application that only wants to hear of trouble sets {@code kafka} and {@code org.apache.kafka} to
 * WARN, and {@code org.apache.kafka.common.utils.AppInfoParser} to ERROR where many clients share a
 * client id.
 */
@NullMarked
package dev.barid.broker;

import org.jspecify.annotations.NullMarked;
