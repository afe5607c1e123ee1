/** Health and metrics over HTTP. */
@NullMarked
package dev.barid.standalone.http;

import org.jspecify.annotations.NullMarked;
