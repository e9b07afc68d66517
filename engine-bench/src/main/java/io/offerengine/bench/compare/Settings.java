package io.offerengine.bench.compare;

import io.offerengine.bench.command.Clock;

/**
 * The settings of a comparison.
 *
 * @param offers number of offers
 * @param seed of the market and the draws
 * @param warmUpSeconds for each peer and class, before durations count
 * @param seconds for each peer and class
 * @param updatedFirst whether all updates are applied and undone before anything is timed
 * @param apart whether only one of engine and peers is in memory at a time
 * @param clock the clock of both times and of all durations
 */
public record Settings(
    int offers,
    long seed,
    double warmUpSeconds,
    double seconds,
    boolean updatedFirst,
    boolean apart,
    Clock clock) {}
