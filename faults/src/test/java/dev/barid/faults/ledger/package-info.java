/** What was published and what arrived, on disk, and whether the two agree in the end. */
@NullMarked
package dev.barid.faults.ledger;

import org.jspecify.annotations.NullMarked;
