/** Each guarantee finds what breaks it, and nothing else. */
@NullMarked
package dev.barid.testkit.guarantee;

import org.jspecify.annotations.NullMarked;
