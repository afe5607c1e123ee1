/** The names, partitions and configuration of Barid's topics. */
@NullMarked
package dev.barid.core.topic;

import org.jspecify.annotations.NullMarked;
