/** Reads and writes the registry of subscribers. */
@NullMarked
package dev.barid.standalone.registry;

import org.jspecify.annotations.NullMarked;
