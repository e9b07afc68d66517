package io.offerengine.query;

/** A {@link ValueSet} of texts, by collation key. */
public sealed interface TextualSet extends ValueSet permits TextSet, PlaceSet {
  /** Returns whether a present value's collation key belongs. */
  boolean contains(String key);
}
