/** The hot pure parts, each measured alone by JMH. */
@NullMarked
package dev.barid.benchmarks.micro;

import org.jspecify.annotations.NullMarked;
