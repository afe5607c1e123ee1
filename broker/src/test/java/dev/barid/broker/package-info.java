/** Tests of the embedded broker. */
@NullMarked
package dev.barid.broker;

import org.jspecify.annotations.NullMarked;
