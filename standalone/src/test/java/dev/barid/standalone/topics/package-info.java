/** Topics are created, and what differs is said. */
@NullMarked
package dev.barid.standalone.topics;

import org.jspecify.annotations.NullMarked;
