/** What Barid's tests are written with: a Kafka broker, receivers that misbehave, settable time. */
@NullMarked
package dev.barid.testkit;

import org.jspecify.annotations.NullMarked;
