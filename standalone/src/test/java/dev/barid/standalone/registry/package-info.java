/** Subscribers are checked before they are stored, and their secrets stay secret. */
@NullMarked
package dev.barid.standalone.registry;

import org.jspecify.annotations.NullMarked;
