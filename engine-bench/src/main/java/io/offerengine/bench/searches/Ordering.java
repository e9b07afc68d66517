package io.offerengine.bench.searches;

/**
 * One sort key. The identifier, ascending, follows the last key of an order.
 *
 * @param column the column, which has no absent values
 * @param descending whether large values come first
 */
public record Ordering(Column column, boolean descending) {}
