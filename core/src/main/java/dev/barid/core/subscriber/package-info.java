/** Who receives: subscribers with their endpoints, as the registry holds them. */
@NullMarked
package dev.barid.core.subscriber;

import org.jspecify.annotations.NullMarked;
