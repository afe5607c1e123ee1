/** Publishes one event from the command line. */
@NullMarked
package dev.barid.standalone.send;

import org.jspecify.annotations.NullMarked;
