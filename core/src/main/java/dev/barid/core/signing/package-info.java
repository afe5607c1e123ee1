/** Standard Webhooks signatures and the secrets they are made with. */
@NullMarked
package dev.barid.core.signing;

import org.jspecify.annotations.NullMarked;
