/** What commands are given to read. */
@NullMarked
package dev.barid.standalone.input;

import org.jspecify.annotations.NullMarked;
