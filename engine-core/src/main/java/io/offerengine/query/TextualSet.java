package io.offerengine.query;

import org.jspecify.annotations.Nullable;

/** A {@link ValueSet} of texts, by collation key. */
public sealed interface TextualSet extends ValueSet permits TextSet, LocationSet {
  /** Returns whether a present value's collation key belongs. */
  boolean contains(String key);

  /** Returns the only key that belongs; null where there may be others, or none. */
  @Nullable String onlyKey();
}
