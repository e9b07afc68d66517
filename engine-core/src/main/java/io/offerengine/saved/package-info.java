/**
 * Saved searches: which of many searches an offer satisfies.
 *
 * <p>{@link io.offerengine.saved.SavedSearches} is the class to begin with.
 */
@NullMarked
package io.offerengine.saved;

import org.jspecify.annotations.NullMarked;
