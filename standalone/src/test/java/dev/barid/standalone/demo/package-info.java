/** The demonstration's books balance only if nothing is lost. */
@NullMarked
package dev.barid.standalone.demo;

import org.jspecify.annotations.NullMarked;
