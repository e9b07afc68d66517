package io.offerengine.saved;

/**
 * Figures of a set of saved searches at one version.
 *
 * @param searches the number of searches
 * @param segments the number of indexed parts; a match looks into each
 * @param clusters in how many clusters the searches of all segments are filed
 * @param tailSearches how many searches were added last and are checked one by one
 * @param removed how many removed searches still take memory
 * @param bytes the memory of segments and of the map of identifiers, in bytes; equal conditions
 *     count once
 */
public record SavedSearchStats(
    int searches, int segments, int clusters, int tailSearches, int removed, long bytes) {}
