/** One event on its way to one endpoint, and its form as a record of Barid's topics. */
@NullMarked
package dev.barid.core.delivery;

import org.jspecify.annotations.NullMarked;
