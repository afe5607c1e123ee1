/** What each endpoint has to itself: a bounded queue, an in-flight cap and a rate limit. */
@NullMarked
package dev.barid.dispatcher.lane;

import org.jspecify.annotations.NullMarked;
