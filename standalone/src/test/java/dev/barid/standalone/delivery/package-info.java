/** Deliveries end to end: both roles on a real broker, with real receivers. */
@NullMarked
package dev.barid.standalone.delivery;

import org.jspecify.annotations.NullMarked;
