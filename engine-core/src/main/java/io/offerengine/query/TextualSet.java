package io.offerengine.query;

import org.jspecify.annotations.Nullable;

/** A {@link ValueSet} of texts, by collation key. */
public sealed interface TextualSet extends ValueSet permits TextSet, PatternSet {
  /** Returns whether this set contains the present values of a collation key. */
  boolean contains(String key);

  /** Returns the key that this set consists of; null if it has none or may have several. */
  @Nullable String onlyKey();
}
