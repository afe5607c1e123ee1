/** Where a delivery may go: endpoint URLs, and the addresses that are refused. */
@NullMarked
package dev.barid.core.net;

import org.jspecify.annotations.NullMarked;
