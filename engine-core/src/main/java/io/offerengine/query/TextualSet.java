package io.offerengine.query;

import org.jspecify.annotations.Nullable;

/** A {@link ValueSet} of texts, by collation key. */
public sealed interface TextualSet extends ValueSet permits TextSet, LocationSet {
  /** Returns whether a present value's collation key belongs. */
  boolean contains(String key);

  /** Returns the only key of the set; null if the set may have other keys, or has none. */
  @Nullable String onlyKey();
}
