/** From events to HTTP: starts the workers and wires what they need. */
@NullMarked
package dev.barid.dispatcher;

import org.jspecify.annotations.NullMarked;
