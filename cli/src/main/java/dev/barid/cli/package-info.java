/** What every command shares: options, exit statuses, error lines, rows and Kafka clients. */
@NullMarked
package dev.barid.cli;

import org.jspecify.annotations.NullMarked;
