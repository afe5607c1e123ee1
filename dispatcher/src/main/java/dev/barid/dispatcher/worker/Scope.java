package dev.barid.dispatcher.worker;

import dev.barid.dispatcher.metrics.DispatcherMetrics;
import dev.barid.dispatcher.outcome.Outcomes;
import java.util.random.RandomGenerator;

/**
 * What a worker's parts share; all of it is the owner thread's alone but for the metrics.
 *
 * @param time the clocks
 * @param random decides jitter
 * @param outcomes what is written when
 * @param registry the registry as this worker knows it
 * @param healths the endpoints' health
 * @param metrics counts and times
 */
record Scope(
    Time time,
    RandomGenerator random,
    Outcomes outcomes,
    Registry registry,
    Healths healths,
    DispatcherMetrics metrics) {}
