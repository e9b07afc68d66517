/**
 * The answers of one shard as bytes, which a router merges.
 *
 * <p>Numbers are big-endian. A text is the number of its UTF-16 characters and these characters.
 */
@NullMarked
package io.offerengine.cluster.part;

import org.jspecify.annotations.NullMarked;
