/** What one attempt (one HTTP request) came to. */
@NullMarked
package dev.barid.core.attempt;

import org.jspecify.annotations.NullMarked;
