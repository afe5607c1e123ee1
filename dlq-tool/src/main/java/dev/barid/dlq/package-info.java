/** The dead letters, as an operator sees and handles them: list, show, redrive. */
@NullMarked
package dev.barid.dlq;

import org.jspecify.annotations.NullMarked;
