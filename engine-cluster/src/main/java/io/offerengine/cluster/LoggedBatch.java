package io.offerengine.cluster;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A batch in a log. It was worked out when it was appended, so applying it to the offers of its
 * predecessor can't fail.
 *
 * @param position its position
 * @param previous the identifier of the batch before it: only an engine whose last batch this is
 *     may apply the batch
 * @param time when it was appended
 * @param changes at most one change for each offer; null if the log does not have them, so that
 *     followers must load all offers again
 */
public record LoggedBatch(
    Position position, UUID previous, Instant time, @Nullable List<LoggedChange> changes) {}
