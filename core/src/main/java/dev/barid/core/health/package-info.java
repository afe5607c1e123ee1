/** How an endpoint is doing, what that lets through, and what it holds back: pure. */
@NullMarked
package dev.barid.core.health;

import org.jspecify.annotations.NullMarked;
