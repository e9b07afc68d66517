/**
 * Merging the answers of shards to the answer that one engine with all offers would give.
 *
 * <p>Each shard answers at the same version, and all offers of a fold are in one shard.
 */
@NullMarked
package io.offerengine.cluster.merge;

import org.jspecify.annotations.NullMarked;
