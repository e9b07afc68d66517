package io.offerengine.server.alerts;

/**
 * How far alerts have come.
 *
 * @param searches how many searches wait for offers
 * @param waiting how many requests wait for alerts
 * @param stored how many alerts were stored since the start
 * @param skipped how many batches were not compared since the start, because the log lacks them or
 *     they can't be read
 * @param batchesBehind how many batches were stored that were not compared yet
 * @param secondsBehind about how long ago the last batch was written that was compared; 0 if no
 *     batch is left, or none was compared since this service works alerts out
 */
public record AlertStatus(
    int searches,
    int waiting,
    long stored,
    long skipped,
    long batchesBehind,
    double secondsBehind) {}
