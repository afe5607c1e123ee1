/** The whole program as a process of its own: started, stopped, killed, and resumed. */
@NullMarked
package dev.barid.standalone.up;

import org.jspecify.annotations.NullMarked;
