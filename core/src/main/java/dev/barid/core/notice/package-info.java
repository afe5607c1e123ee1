/** What a subscriber's owner is told about, and who is told. */
@NullMarked
package dev.barid.core.notice;

import org.jspecify.annotations.NullMarked;
