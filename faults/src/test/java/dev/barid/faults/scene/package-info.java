/** Single scenes with one fault each, on real processes: breakers, parking, floods, a rebalance. */
@NullMarked
package dev.barid.faults.scene;

import org.jspecify.annotations.NullMarked;
