package io.offerengine.cluster;

import java.util.UUID;

/**
 * A point in a log: the offers as of one batch.
 *
 * @param seq the number of the batch; 0 before the first one
 * @param batch its unique identifier, or that of the log before the first batch. Two copies of a
 *     log that went different ways have the same numbers, but not the same identifiers.
 */
public record Position(long seq, UUID batch) {}
