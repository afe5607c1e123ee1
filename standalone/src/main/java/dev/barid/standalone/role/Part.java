package dev.barid.standalone.role;

import java.util.function.BooleanSupplier;

/**
 * A part of a process that has been started.
 *
 * @param name what health calls it
 * @param ready whether it does its work; asked on any thread
 * @param live whether it may become ready again by itself
 * @param close ends it in order; never throws
 */
public record Part(String name, BooleanSupplier ready, BooleanSupplier live, Runnable close) {}
