/** One event is published as any Kafka producer would. */
@NullMarked
package dev.barid.standalone.send;

import org.jspecify.annotations.NullMarked;
