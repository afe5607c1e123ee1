/** How far Barid's consumer groups are behind, in records and in seconds. */
@NullMarked
package dev.barid.standalone.lag;

import org.jspecify.annotations.NullMarked;
