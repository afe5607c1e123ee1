/** Health and metrics of a process, over HTTP. */
@NullMarked
package dev.barid.standalone.http;

import org.jspecify.annotations.NullMarked;
