package io.offerengine.bench.compare;

/**
 * How a comparison is made.
 *
 * @param offers number of offers
 * @param seed of the market and the draws
 * @param warmUpSeconds for each peer and class, before its times count
 * @param seconds for each peer and class
 * @param updatedFirst whether every update is made and taken back before anything is timed
 * @param clock what both are read from, and the times themselves
 */
public record Settings(
    int offers,
    long seed,
    double warmUpSeconds,
    double seconds,
    boolean updatedFirst,
    Clock clock) {}
