package io.offerengine;

import org.jspecify.annotations.Nullable;

/**
 * What became of one of several batches ({@link OfferEngine#applyEach}).
 *
 * @param version the first version that has the batch; if the batch changes nothing or was refused,
 *     the latest version before it
 * @param refusal why nothing of the batch was applied: the exception that {@link OfferEngine#apply}
 *     would have thrown; null if the batch was applied
 */
public record BatchResult(long version, @Nullable RuntimeException refusal) {}
