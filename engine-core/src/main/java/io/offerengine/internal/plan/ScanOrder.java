package io.offerengine.internal.plan;

/**
 * An order of the rows of a segment that bounds their first order keys: the package {@code
 * internal.exec} reads rows in this order, and stops when no better row can come.
 */
public sealed interface ScanOrder permits IndexOrder, BlockOrder {
  /** Returns the kind of plan that reads rows in this order. */
  PlanShape shape();
}
