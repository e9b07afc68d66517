/**
 * The stateless front of shards: asks one replica of each shard for its part of an answer at one
 * version, and merges the parts.
 */
@NullMarked
package io.offerengine.server.router;

import org.jspecify.annotations.NullMarked;
