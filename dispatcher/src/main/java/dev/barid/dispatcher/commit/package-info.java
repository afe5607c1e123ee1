/** Kafka transactions: outcomes and the offsets that they answer, together or not at all. */
@NullMarked
package dev.barid.dispatcher.commit;

import org.jspecify.annotations.NullMarked;
