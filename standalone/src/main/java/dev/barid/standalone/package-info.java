/** The command line that wires all roles together. */
@NullMarked
package dev.barid.standalone;

import org.jspecify.annotations.NullMarked;
