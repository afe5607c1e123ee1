/** Tests of the test kit. */
@NullMarked
package dev.barid.testkit;

import org.jspecify.annotations.NullMarked;
