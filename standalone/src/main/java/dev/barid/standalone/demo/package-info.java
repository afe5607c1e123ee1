/**
 * The demonstration: everything in one process, receivers that behave well and badly, and a ledger
 * that says what became of every delivery.
 */
@NullMarked
package dev.barid.standalone.demo;

import org.jspecify.annotations.NullMarked;
