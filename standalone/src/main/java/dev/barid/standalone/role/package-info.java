/** The commands that run until they are stopped: one role, or all of them in one process. */
@NullMarked
package dev.barid.standalone.role;

import org.jspecify.annotations.NullMarked;
