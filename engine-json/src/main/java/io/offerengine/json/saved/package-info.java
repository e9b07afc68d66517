/**
 * Reads requests for saved searches, and writes saved searches and their alerts as JSON.
 *
 * <p>{@link io.offerengine.json.saved.SavedSearchCodec} is the entry point.
 */
@NullMarked
package io.offerengine.json.saved;

import org.jspecify.annotations.NullMarked;
