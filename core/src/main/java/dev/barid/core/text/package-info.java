/** How values are read from text and shown in it: durations, printable excerpts, input errors. */
@NullMarked
package dev.barid.core.text;

import org.jspecify.annotations.NullMarked;
