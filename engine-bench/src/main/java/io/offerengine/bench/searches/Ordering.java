package io.offerengine.bench.searches;

/**
 * One key of an order; the identifier, ascending, follows the last one.
 *
 * @param column whose values order the rows; none of them absent
 * @param descending whether large values come first
 */
public record Ordering(Column column, boolean descending) {}
