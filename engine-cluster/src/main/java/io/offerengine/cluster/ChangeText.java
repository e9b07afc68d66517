package io.offerengine.cluster;

import org.jspecify.annotations.Nullable;

/**
 * The change of one offer as logs keep it: JSON objects that {@link ChangeTexts} writes and reads.
 *
 * @param id the identifier of the offer
 * @param before the whole offer if it was deleted, the earlier values of the changed fields if it
 *     was changed, null if it was inserted
 * @param after the whole offer if it was inserted, the later values of the changed fields if it was
 *     changed, null if it was deleted
 */
public record ChangeText(long id, @Nullable String before, @Nullable String after) {}
