/** Creates Barid's topics, and checks those that exist. */
@NullMarked
package dev.barid.standalone.topics;

import org.jspecify.annotations.NullMarked;
