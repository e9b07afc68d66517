package io.offerengine.internal.exec;

/**
 * A walk over a segment's matching rows in an order that bounds the query's first key, to be taken
 * up and left again.
 *
 * <p><b>Threads.</b> Confined to one query.
 */
interface SegmentScan {
  /** Returns whether the walk is not at its end yet. */
  boolean hasNext();

  /** Returns a number that no further row's first number is less than. */
  long nextFirst();

  /** Offers some of the next rows; the collection stands at the walk's segment. */
  void walkOn(TopKCollector top);
}
